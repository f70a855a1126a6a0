/** The edge of the gate: whence a request comes, how often, and whether its client keeps moving. */
package seckill.gateway.edge;
