/** Documents with sections that a program writes, and the tables in them. */
package seckill.standalone.report;
