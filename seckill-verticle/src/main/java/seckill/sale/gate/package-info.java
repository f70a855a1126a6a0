/** What the till keeps for the gateways: challenges, and other things that all of them share. */
package seckill.sale.gate;
