/** The blacklist as a gateway knows it: followed from the till, asked on every request. */
package seckill.gateway.blacklist;
