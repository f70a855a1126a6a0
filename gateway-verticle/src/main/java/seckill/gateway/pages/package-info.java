/** What people see: pages made when items are preheated, and the files that they lean on. */
package seckill.gateway.pages;
