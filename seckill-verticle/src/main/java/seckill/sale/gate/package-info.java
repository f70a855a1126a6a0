/** What all gateways share: kept here, asked for over the event bus. */
package seckill.sale.gate;
