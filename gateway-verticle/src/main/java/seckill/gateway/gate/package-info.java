/** The layers of the gate, from cheap to dear, and what runs and counts them. */
package seckill.gateway.gate;
