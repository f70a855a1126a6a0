package seckill.order.notice;

import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The part of a batch that is sent in one round.
 *
 * @param size orders of the whole batch
 * @param from how many of them are settled already
 * @param orderIds those that follow
 * @param createdAt when the event was written, in UTC
 */
record Slice(
    long batchId,
    NoticeEvent event,
    long itemId,
    int size,
    int from,
    List<String> orderIds,
    LocalDateTime createdAt) {

  /**
   * Takes as much as goes into one round, from the oldest on.
   *
   * <p>Ends before a second event of an order: what is sent at the same time may arrive in any
   * order.
   *
   * @param rests what is left of batches, oldest first
   * @param limit orders
   */
  static List<Slice> cut(List<Slice> rests, int limit) {
    List<Slice> taken = new ArrayList<>();
    Set<String> orders = new HashSet<>();
    for (Slice rest : rests) {
      int room = limit - orders.size();
      List<String> ids = rest.orderIds.subList(0, Math.min(room, rest.orderIds.size()));
      if (room == 0 || !Collections.disjoint(orders, ids)) {
        break;
      }
      orders.addAll(ids);
      taken.add(rest.withOrders(ids));
    }
    return taken;
  }

  /** The id of the notice to the buyer of one of the orders. */
  String noticeId(String orderId) {
    return Notice.idOf(orderId, event, batchId);
  }

  Slice withOrders(List<String> ids) {
    return new Slice(batchId, event, itemId, size, from, ids, createdAt);
  }
}
