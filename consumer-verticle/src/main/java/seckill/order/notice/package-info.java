/** Tells buyers what became of their orders: written with the order, sent after the commit. */
package seckill.order.notice;
