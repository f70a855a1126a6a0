package seckill.order;

import io.vertx.core.buffer.Buffer;
import java.time.Instant;

/** An order as MySQL holds it; the user id as its bytes. */
record StoredOrder(
    long itemId,
    Buffer userId,
    long priceCents,
    String status,
    String reference,
    Instant purchasedAt) {}
