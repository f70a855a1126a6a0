/**
 * The waiting room in front of an item; the rules stand in the Lua scripts beside these classes.
 */
package seckill.sale.room;
