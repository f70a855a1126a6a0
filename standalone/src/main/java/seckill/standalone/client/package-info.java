/** What a client of the sale needs: tokens, and the public and admin API over HTTP. */
package seckill.standalone.client;
