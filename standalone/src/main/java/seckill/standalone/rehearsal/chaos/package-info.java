/**
 * The rehearsal under which everything breaks: faults drawn from a seed during a rush, and what
 * every buyer was told held against the books.
 */
package seckill.standalone.rehearsal.chaos;
