package seckill.reconcile;

import java.time.LocalDateTime;

/** What MySQL says of an item at one instant. */
record Ledger(long total, long restocked, long sold, long orders, LocalDateTime endAt) {}
