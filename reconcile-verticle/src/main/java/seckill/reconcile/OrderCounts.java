package seckill.reconcile;

/**
 * The orders of an item in MySQL.
 *
 * @param live those that hold a unit
 * @param cancelled given back by their buyers or by the house
 * @param closed not paid in time
 * @param refundDue paid, but too late to be kept
 */
record OrderCounts(long live, long cancelled, long closed, long refundDue) {}
