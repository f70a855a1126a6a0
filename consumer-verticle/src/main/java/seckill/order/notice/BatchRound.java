package seckill.order.notice;

import io.vertx.core.Future;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import seckill.order.notice.BatchStore.OrderFacts;

/**
 * Sends the oldest notices of batches for the first time, a chunk of them per round.
 *
 * <p>A notice that does not arrive leaves its batch and goes on by itself, so that it holds up no
 * other. While nobody is there to take notices, the batches stay as they are.
 */
final class BatchRound {
  private final BatchStore store;
  private final Courier courier;
  private final RetryRules rules;
  private final GivenUpNotices givenUp;
  private final Supplier<Claim> claims;
  private final int chunk;
  private final NoticeHooks hooks;

  BatchRound(
      BatchStore store,
      Courier courier,
      RetryRules rules,
      GivenUpNotices givenUp,
      Supplier<Claim> claims,
      int chunk,
      NoticeHooks hooks) {
    this.store = store;
    this.courier = courier;
    this.rules = rules;
    this.givenUp = givenUp;
    this.claims = claims;
    this.chunk = chunk;
    this.hooks = hooks;
  }

  /** Claims, sends and settles once. */
  Future<Turn> run() {
    Claim claim = claims.get();
    return store
        .claim(claim.token(), chunk, claim.leaseMillis())
        .compose(
            slices -> slices.isEmpty() ? Future.succeededFuture(Turn.IDLE) : send(claim, slices));
  }

  private Future<Turn> send(Claim claim, List<Slice> slices) {
    List<String> ids = slices.stream().flatMap(slice -> slice.orderIds().stream()).toList();
    return hooks
        .beforeSend()
        .compose(ready -> store.lookUp(ids))
        .compose(
            facts ->
                courier
                    .deliver(notices(slices, facts), claim.deadlineNanos())
                    .compose(sent -> settle(claim, slices, facts, sent)));
  }

  private static boolean canBeSent(OrderFacts order) {
    return order != null && !order.held();
  }

  private static List<Notice> notices(List<Slice> slices, Map<String, OrderFacts> facts) {
    List<Notice> notices = new ArrayList<>();
    for (Slice slice : slices) {
      for (String orderId : slice.orderIds()) {
        OrderFacts order = facts.get(orderId);
        if (canBeSent(order)) {
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
    return hooks
        .beforeSettle()
        .compose(ready -> claim.insist(() -> store.settle(claim.token(), results)))
        .map(
            parked -> {
              givenUp.tell(
                  parked.stream().filter(p -> p.step().givenUp()).map(Parked::itemId).toList());
              return sent.stream().anyMatch(d -> d.kind() == Delivery.Kind.UNREACHABLE)
                  ? Turn.UNREACHABLE
                  : Turn.WORKED;
            });
  }

  private SliceResult result(
      Slice slice, Map<String, OrderFacts> facts, Iterator<Delivery> deliveries) {
    List<Parked> parked = new ArrayList<>();
    int settled = 0;
    int parkedThen = 0;
    boolean inRow = true;
    for (int i = 0; i < slice.orderIds().size(); i++) {
      String orderId = slice.orderIds().get(i);
      OrderFacts order = facts.get(orderId);
      boolean decided;
      RetryRules.Step step;
      if (canBeSent(order)) {
        Delivery delivery = deliveries.next();
        decided = delivery.isDecided();
        step = delivery.kind() == Delivery.Kind.SENT ? null : rules.after(delivery, 0);
        inRow = decided;
      } else {
        decided = inRow;
        step =
            order == null
                ? rules.giveUp(0, "the order is gone")
                : rules.postpone(0, "an earlier notice of the order waits");
      }
      if (step != null) {
        parked.add(
            new Parked(
                slice.noticeId(orderId),
                slice.event(),
                slice.itemId(),
                orderId,
                slice.createdAt(),
                step));
      }
      if (decided) {
        settled = i + 1;
        parkedThen = parked.size();
      }
    }
    // What was not taken at the end stays in the batch.
    return new SliceResult(slice, settled, parked.subList(0, parkedThen));
  }
}
