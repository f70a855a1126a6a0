/** How many purchases one user may try within a stretch of time. */
package seckill.sale.window;
