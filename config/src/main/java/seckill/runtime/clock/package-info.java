/** The time that all processes of the system share: that of Redis. */
package seckill.runtime.clock;
