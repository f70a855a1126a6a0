/** The rehearsal: a whole sale under load, and the books that tell how it went. */
package seckill.standalone.rehearsal;
