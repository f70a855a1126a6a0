package seckill.order.outbox;

import java.time.Instant;

/**
 * A task that one dispatcher has to itself for a while.
 *
 * @param id of its row; later tasks of the same order have higher ones
 * @param task what is to be done
 * @param attempts how often it was claimed, this time included
 * @param claimedBy who has it
 * @param claimedUntil when others may take it over; tells claims of one dispatcher apart
 */
public record ClaimedTask(
    long id, UnitTask task, int attempts, String claimedBy, Instant claimedUntil) {}
