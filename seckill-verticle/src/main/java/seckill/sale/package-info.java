/** The till: the only writer of stock. The rules stand in the Lua scripts beside these classes. */
package seckill.sale;
