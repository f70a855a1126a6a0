/** What has to follow in Redis from a change in the books, done once and in order. */
package seckill.order.outbox;
