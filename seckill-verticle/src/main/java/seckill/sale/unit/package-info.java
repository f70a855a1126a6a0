/**
 * Gives the unit of one order back, and takes one again for it: each once, whatever is repeated.
 */
package seckill.sale.unit;
