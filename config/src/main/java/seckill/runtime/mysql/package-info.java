/** The MySQL driver, with what it lacks. */
package seckill.runtime.mysql;
