package seckill.sale.reservation;

/**
 * How registrations are sent together.
 *
 * @param maxBatch registrations per statement
 * @param maxInFlight statements under way per item
 * @param maxWaiting registrations that may wait
 */
public record Limits(int maxBatch, int maxInFlight, int maxWaiting) {}
