package seckill.standalone.lab.version;

/**
 * What is there after a sale.
 *
 * @param stock units left
 * @param messages orders that were written down on the way to the books
 */
public record Shelf(long stock, long messages) {}
