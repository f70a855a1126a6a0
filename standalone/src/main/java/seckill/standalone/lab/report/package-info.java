/** What the lab has found, as tables, as a chart and in the documents. */
package seckill.standalone.lab.report;
