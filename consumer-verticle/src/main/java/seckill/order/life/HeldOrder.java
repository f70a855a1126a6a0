package seckill.order.life;

import io.vertx.core.buffer.Buffer;
import seckill.contract.OrderStatus;

/** An order whose row is locked; the user id as its bytes. */
record HeldOrder(long itemId, String orderId, Buffer userId, long priceCents, OrderStatus status) {}
