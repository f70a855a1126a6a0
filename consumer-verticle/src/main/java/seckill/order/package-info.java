/** The pen: drains the order streams into MySQL, exactly once in effect. */
package seckill.order;
