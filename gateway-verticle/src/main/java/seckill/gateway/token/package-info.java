/** Bearer tokens: whom they name, and whether they are genuine. */
package seckill.gateway.token;
