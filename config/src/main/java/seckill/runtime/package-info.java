/** The ground every service runs on: start and stop, health and metrics, Redis and MySQL links. */
package seckill.runtime;
