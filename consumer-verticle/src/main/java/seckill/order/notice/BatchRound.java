package seckill.order.notice;

import io.vertx.core.Future;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;

/**
 * Sends the oldest notices of batches for the first time, a chunk of them per round.
 *
 * <p>A notice that does not arrive leaves its batch and goes on by itself, so that it holds up no
 * other. While nobody is there to take notices, the batches stay as they are.
 */
final class BatchRound {
  private final BatchStore store;
  private final OrderFacts.Book orders;
  private final RoundParts parts;

  BatchRound(BatchStore store, OrderFacts.Book orders, RoundParts parts) {
    this.store = store;
    this.orders = orders;
    this.parts = parts;
  }

  /** Claims, sends and settles once. */
  Future<Turn> run() {
    Claim claim = parts.claims().get();
    return store
        .claim(claim.token(), parts.chunk(), claim.leaseMillis())
        .compose(
            slices -> slices.isEmpty() ? Future.succeededFuture(Turn.IDLE) : send(claim, slices));
  }

  private Future<Turn> send(Claim claim, List<Slice> slices) {
    List<String> ids = slices.stream().flatMap(slice -> slice.orderIds().stream()).toList();
    return parts
        .hooks()
        .beforeSend()
        .compose(ready -> orders.of(ids))
        .compose(
            facts ->
                parts
                    .courier()
                    .deliver(notices(slices, facts), claim.deadlineNanos())
                    .compose(sent -> settle(claim, slices, facts, sent)));
  }

  private static List<Notice> notices(List<Slice> slices, Map<String, OrderFacts> facts) {
    List<Notice> notices = new ArrayList<>();
    for (Slice slice : slices) {
      for (String orderId : slice.orderIds()) {
        OrderFacts order = facts.get(orderId);
        if (OrderFacts.canBeSent(order)) {
          notices.add(
              new Notice(
                  slice.noticeId(orderId),
                  slice.event(),
                  orderId,
                  slice.itemId(),
                  order.userId(),
                  order.priceCents(),
                  slice.createdAt().toInstant(ZoneOffset.UTC)));
        }
      }
    }
    return notices;
  }

  private Future<Turn> settle(
      Claim claim, List<Slice> slices, Map<String, OrderFacts> facts, List<Delivery> sent) {
    Iterator<Delivery> deliveries = sent.iterator();
    List<SliceResult> results =
        slices.stream().map(slice -> result(slice, facts, deliveries)).toList();
    return parts
        .hooks()
        .beforeSettle()
        .compose(ready -> claim.insist(() -> store.settle(claim.token(), results)))
        .map(
            parked -> {
              parts
                  .givenUp()
                  .tell(
                      parked.stream().filter(p -> p.step().givenUp()).map(Parked::itemId).toList());
              return Turn.after(sent);
            });
  }

  private SliceResult result(
      Slice slice, Map<String, OrderFacts> facts, Iterator<Delivery> deliveries) {
    SliceTally tally = new SliceTally(slice);
    for (String orderId : slice.orderIds()) {
      OrderFacts order = facts.get(orderId);
      if (order == null) {
        tally.putAside(orderId, parts.rules().giveUp(0, "the order is gone"));
      } else if (order.held()) {
        tally.putAside(orderId, parts.rules().postpone(0, "an earlier notice of the order waits"));
      } else {
        Delivery delivery = deliveries.next();
        tally.tried(orderId, delivery, parts.rules().after(delivery, 0));
      }
    }
    return tally.result();
  }
}
