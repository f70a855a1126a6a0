package seckill.reconcile;

import java.time.LocalDateTime;

/**
 * What MySQL says of an item at one instant.
 *
 * @param total units for sale from the start
 * @param restocked units added later
 * @param sold the ledger
 * @param orders its orders
 * @param waiting what is still to be done
 * @param epoch of the state in Redis, at least
 * @param priceCents the price
 * @param endAt the end of the sale, in UTC
 * @param preheated whether it was ever to be sold
 */
record Ledger(
    long total,
    long restocked,
    long sold,
    OrderCounts orders,
    Waiting waiting,
    long epoch,
    long priceCents,
    LocalDateTime endAt,
    boolean preheated) {}
