/** How operators see and change the gate while it runs. */
package seckill.gateway.control;
