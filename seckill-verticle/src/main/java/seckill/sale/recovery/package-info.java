/**
 * Builds the state of items in Redis again, and keeps the till closed until it is right after Redis
 * came back as another.
 */
package seckill.sale.recovery;
