/** The versions: each one way to sell from a stock, behind one interface. */
package seckill.standalone.lab.version;
