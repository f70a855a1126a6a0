/** Rules that guess who is no honest buyer. */
package seckill.gateway.risk;
