/** Which of two Redis sells: telling, switching, and switching without being asked. */
package seckill.sale.store;
