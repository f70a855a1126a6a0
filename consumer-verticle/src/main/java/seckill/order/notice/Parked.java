package seckill.order.notice;

import java.time.LocalDateTime;

/** A single notice on its way into the table of those that could not be sent at once. */
record Parked(
    String id,
    NoticeEvent event,
    long itemId,
    String orderId,
    LocalDateTime createdAt,
    RetryRules.Step step) {}
