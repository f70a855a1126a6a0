/** The challenge before the button: who has to solve one, what it is, and what comes of answers. */
package seckill.gateway.challenge;
