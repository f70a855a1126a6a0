/** All four services in one process on embedded stores, and the command line. */
package seckill.standalone;
