package seckill.order.notice;

import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import seckill.order.notice.NoticeStore.Claimed;
import seckill.order.notice.NoticeStore.Settled;

/** Tries single notices again that are due, a chunk of them per round. */
final class RetryRound {
  private final NoticeStore store;
  private final RoundParts parts;

  RetryRound(NoticeStore store, RoundParts parts) {
    this.store = store;
    this.parts = parts;
  }

  /** Claims, sends and settles once. */
  Future<Turn> run() {
    Claim claim = parts.claims().get();
    return store
        .claim(claim.token(), parts.chunk(), claim.leaseMillis())
        .compose(due -> due.isEmpty() ? Future.succeededFuture(Turn.IDLE) : send(claim, due));
  }

  private Future<Turn> send(Claim claim, List<Claimed> due) {
    List<Notice> notices = due.stream().map(Claimed::notice).filter(Objects::nonNull).toList();
    return parts
        .hooks()
        .beforeSend()
        .compose(ready -> parts.courier().deliver(notices, claim.deadlineNanos()))
        .compose(sent -> settle(claim, due, sent));
  }

  private Future<Turn> settle(Claim claim, List<Claimed> due, List<Delivery> sent) {
    List<Settled> results = results(due, sent.iterator());
    return parts
        .hooks()
        .beforeSettle()
        .compose(ready -> claim.insist(() -> store.settle(claim.token(), results)))
        .map(
            lost -> {
              parts.givenUp().tell(lost.stream().map(Claimed::itemId).toList());
              return Turn.after(sent);
            });
  }

  private List<Settled> results(List<Claimed> due, Iterator<Delivery> deliveries) {
    List<Settled> results = new ArrayList<>(due.size());
    for (Claimed claimed : due) {
      RetryRules.Step step =
          claimed.notice() == null
              ? parts.rules().giveUp(claimed.attempts(), "the order is gone")
              : parts.rules().after(deliveries.next(), claimed.attempts());
      results.add(new Settled(claimed, step));
    }
    return results;
  }
}
