/**
 * Registration for items that only registered users may buy: the books, and their copy in Redis.
 */
package seckill.sale.reservation;
