/** Failing fast: what notices that the till, or the store behind it, answers nobody. */
package seckill.gateway.breaker;
