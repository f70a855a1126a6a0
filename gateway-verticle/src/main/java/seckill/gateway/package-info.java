/** The gate: checks every HTTP request, and hands what passes to the event bus. */
package seckill.gateway;
