/** The gateway's way to the waiting rooms, which the till keeps. */
package seckill.gateway.room;
