/** Where a sale runs: in this process or as four, on which stores, and how it stops. */
package seckill.standalone.process;
