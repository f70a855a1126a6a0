package seckill.order.life;

import io.vertx.core.buffer.Buffer;
import seckill.contract.OrderStatus;

/**
 * What happened to an order.
 *
 * @param itemId the item
 * @param orderId the order
 * @param userId the bytes of its buyer's id
 * @param status what it is from now on; REFUND_DUE also for a second payment of an order that stays
 *     PAID
 */
public record OrderChange(long itemId, String orderId, Buffer userId, OrderStatus status) {}
