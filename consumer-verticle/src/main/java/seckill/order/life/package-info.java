/** What becomes of an order after it was written: it is paid, given back, or closed. */
package seckill.order.life;
