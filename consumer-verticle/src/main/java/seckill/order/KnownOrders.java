package seckill.order;

import io.vertx.core.buffer.Buffer;
import java.util.HashMap;
import java.util.Map;
import seckill.contract.OrderMessage;

/** The orders and holders that a batch may collide with; user ids compare as bytes. */
final class KnownOrders {
  private record Owner(long itemId, Buffer userId) {}

  private final Map<String, Owner> orders = new HashMap<>();
  private final Map<Buffer, String> holders = new HashMap<>();

  /** Notes an order, live or not. */
  void addOrder(String orderId, long itemId, Buffer userId) {
    orders.put(orderId, new Owner(itemId, userId));
  }

  /** Notes the holder of a live order of the batch's item. */
  void addHolder(Buffer userId, String orderId) {
    holders.put(userId, orderId);
  }

  /** Notes an order that is about to be written. */
  void add(OrderMessage order) {
    Buffer userId = Buffer.buffer(order.userId());
    addOrder(order.orderId(), order.itemId(), userId);
    addHolder(userId, order.orderId());
  }

  /** The verdict that follows from what is known, or {@code null} if the order is new. */
  Verdict verdictOn(OrderMessage order) {
    Owner wanted = new Owner(order.itemId(), Buffer.buffer(order.userId()));
    Owner owner = orders.get(order.orderId());
    if (owner != null) {
      return owner.equals(wanted)
          ? Verdict.LANDED
          : Verdict.dead(
              DeadReason.ORDER_ID_REUSED, "this order id belongs to another user or item");
    }
    String held = holders.get(wanted.userId());
    return held == null
        ? null
        : Verdict.dead(DeadReason.DUPLICATE_USER, "this user already holds order " + held);
  }
}
