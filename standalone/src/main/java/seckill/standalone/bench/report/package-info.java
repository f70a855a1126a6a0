/** What a benchmark found, and how it is kept and shown. */
package seckill.standalone.bench.report;
