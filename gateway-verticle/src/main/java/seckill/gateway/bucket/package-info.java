/** The gateway's side of the bucket that all gateways share. */
package seckill.gateway.bucket;
