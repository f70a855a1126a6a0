/** Clients that put a server under load, and measure how it answers. */
package seckill.standalone.bench.load;
