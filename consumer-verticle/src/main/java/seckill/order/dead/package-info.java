/** What operators do with dead letters: look, send through again, give up. */
package seckill.order.dead;
