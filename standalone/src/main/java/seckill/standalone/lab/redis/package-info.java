/** The lab's connections to Redis: what is sent over them is counted, held back or cut. */
package seckill.standalone.lab.redis;
