package seckill.order.notice;

import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;
import seckill.order.notice.NoticeStore.Claimed;
import seckill.order.notice.NoticeStore.Settled;

/** Tries single notices again that are due, a chunk of them per round. */
final class RetryRound {
  private final NoticeStore store;
  private final Courier courier;
  private final RetryRules rules;
  private final GivenUpNotices givenUp;
  private final Supplier<Claim> claims;
  private final int chunk;
  private final NoticeHooks hooks;

  RetryRound(
      NoticeStore store,
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
        .compose(due -> due.isEmpty() ? Future.succeededFuture(Turn.IDLE) : send(claim, due));
  }

  private Future<Turn> send(Claim claim, List<Claimed> due) {
    List<Notice> notices = due.stream().map(Claimed::notice).filter(Objects::nonNull).toList();
    return hooks
        .beforeSend()
        .compose(ready -> courier.deliver(notices, claim.deadlineNanos()))
        .compose(
            sent -> {
              List<Settled> results = results(due, sent.iterator());
              return hooks
                  .beforeSettle()
                  .compose(ready -> claim.insist(() -> store.settle(claim.token(), results)))
                  .map(
                      lost -> {
                        givenUp.tell(lost.stream().map(Claimed::itemId).toList());
                        return sent.stream().anyMatch(d -> d.kind() == Delivery.Kind.UNREACHABLE)
                            ? Turn.UNREACHABLE
                            : Turn.WORKED;
                      });
            });
  }

  private List<Settled> results(List<Claimed> due, Iterator<Delivery> deliveries) {
    List<Settled> results = new ArrayList<>(due.size());
    for (Claimed claimed : due) {
      if (claimed.notice() == null) {
        results.add(new Settled(claimed, rules.giveUp(claimed.attempts(), "the order is gone")));
        continue;
      }
      results.add(new Settled(claimed, rules.after(deliveries.next(), claimed.attempts())));
    }
    return results;
  }
}
