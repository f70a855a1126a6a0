/** What arrives from outside and is refused or passed over: counted, and told in few log lines. */
package seckill.runtime.inbound;
