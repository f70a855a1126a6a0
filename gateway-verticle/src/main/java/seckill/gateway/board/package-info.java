/** What operators see of all processes at once. */
package seckill.gateway.board;
