/** Item files: reading, checking, importing. */
package seckill.standalone.catalog;
