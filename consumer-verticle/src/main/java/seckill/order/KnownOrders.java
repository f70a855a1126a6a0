package seckill.order;

import io.vertx.core.buffer.Buffer;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import seckill.contract.OrderMessage;

/** The orders and holders that a batch may collide with; user ids compare as bytes. */
final class KnownOrders {
  private record Owner(long itemId, Buffer userId) {}

  private final Map<String, Owner> orders = new HashMap<>();
  private final Map<Buffer, String> holders = new HashMap<>();
  private final Set<DiscardedOrders.Key> givenUp = new HashSet<>();

  /** Notes an order, live or not. */
  void addOrder(String orderId, long itemId, Buffer userId) {
    orders.put(orderId, new Owner(itemId, userId));
  }

  /** Notes the holder of a live order of the batch's item. */
  void addHolder(Buffer userId, String orderId) {
    holders.put(userId, orderId);
  }

  /** Notes orders that were given up. */
  void addGivenUp(Set<DiscardedOrders.Key> keys) {
    givenUp.addAll(keys);
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
    if (wanted.equals(owner)) {
      return Verdict.LANDED;
    }
    if (givenUp.contains(
        new DiscardedOrders.Key(Buffer.buffer(order.orderId()), wanted.userId()))) {
      return Verdict.GIVEN_UP;
    }
    if (owner != null) {
      return Verdict.dead(
          DeadReason.ORDER_ID_REUSED, "this order id belongs to another user or item");
    }
    String held = holders.get(wanted.userId());
    return held == null
        ? null
        : Verdict.dead(DeadReason.DUPLICATE_USER, "this user already holds order " + held);
  }
}
