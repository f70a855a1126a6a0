/** The lab: the classic ways to sell from one stock, side by side on a real Redis. */
package seckill.standalone.lab;
