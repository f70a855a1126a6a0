package seckill.sale.recovery;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.util.ArrayDeque;
import java.util.HashSet;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.TreeMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import seckill.contract.Outcome;
import seckill.contract.SeckillException;
import seckill.sale.AuditTrail;
import seckill.sale.Audited;

/**
 * Builds items again that were set back, or lost keys, while Redis ran on; or has a person do it.
 *
 * <p>It holds nothing back by itself: what must not sell is closed in Redis, where every till sees
 * at once when it is open again.
 */
final class SetBackWatch {
  private static final Logger LOG = LoggerFactory.getLogger(SetBackWatch.class);

  private final Vertx vertx;
  private final Recovery recovery;
  private final StoreGate gate;
  private final Floors floors;
  private final RecoveryNews news;
  private final AuditTrail audit;
  private final RecoverySettings settings;
  private final Map<Long, String> broken = new TreeMap<>();
  private final Queue<Long> waiting = new ArrayDeque<>();
  private final Set<Long> underWay = new HashSet<>();

  SetBackWatch(
      Vertx vertx,
      Recovery recovery,
      StoreGate gate,
      Floors floors,
      RecoveryNews news,
      AuditTrail audit,
      RecoverySettings settings) {
    this.vertx = vertx;
    this.recovery = recovery;
    this.gate = gate;
    this.floors = floors;
    this.news = news;
    this.audit = audit;
    this.settings = settings;
  }

  /** Takes that Redis holds an item as it should. */
  void sawWhole(long itemId) {
    if (!broken.isEmpty() && !underWay.contains(itemId)) {
      broken.remove(itemId);
    }
  }

  /** Takes that an item, which the books have on sale, cannot be sold from what Redis holds. */
  void sawBroken(long itemId, String detail) {
    if (!gate.isOpen() || broken.containsKey(itemId)) {
      return;
    }
    LOG.warn(
        "item {} was set back or lost{}: {}",
        itemId,
        settings.byOperator() ? " and waits for an operator" : ", and is built again",
        detail);
    broken.put(itemId, settings.byOperator() ? detail + "; an operator has to recover it" : detail);
    news.setBack(itemId, detail);
    begin(itemId);
  }

  private void begin(long itemId) {
    waiting.add(itemId);
    next();
  }

  private void next() {
    while (!waiting.isEmpty() && underWay.size() < settings.itemsAtOnce()) {
      long itemId = waiting.remove();
      // It may have been found whole, or have ended, while it waited.
      if (!floors.of(itemId).matters()) {
        broken.remove(itemId);
      } else if (broken.containsKey(itemId) && underWay.add(itemId)) {
        (settings.byOperator() ? shut(itemId) : rebuild(itemId))
            .onComplete(
                done -> {
                  underWay.remove(itemId);
                  ended(itemId, done.cause());
                  next();
                });
      }
    }
  }

  private Future<Boolean> shut(long itemId) {
    return recovery.shut(itemId, floors.of(itemId)).map(false);
  }

  private Future<Boolean> rebuild(long itemId) {
    Future<Audited> rebuilt =
        recovery
            .run(itemId, Occasion.SET_BACK, floors.of(itemId), null)
            .map(Recovered::toJson)
            .map(Audited::of);
    return audit.of(RecoveryNews.ACTOR, "recover", itemId, rebuilt).map(true);
  }

  private void ended(long itemId, Throwable cause) {
    if (cause == null) {
      if (!settings.byOperator()) {
        broken.remove(itemId);
      }
    } else if (cause instanceof SeckillException refusal && isFinal(refusal)) {
      broken.remove(itemId);
    } else if (broken.containsKey(itemId)) {
      String detail = String.valueOf(cause.getMessage());
      if (!detail.equals(broken.put(itemId, detail))) {
        LOG.warn("item {} stays closed: {}", itemId, detail);
      }
      vertx.setTimer(settings.leaseMillis(), waited -> begin(itemId));
    }
  }

  // Too many holders close an item in Redis, whoever asks, until they fit.
  private static boolean isFinal(SeckillException refusal) {
    return refusal instanceof OversoldException
        || refusal.outcome() == Outcome.ENDED
        || refusal.outcome() == Outcome.NOT_FOUND;
  }

  /** Fails while an item is not as it should be. */
  Future<Void> requireNone() {
    // What nobody builds any more, since its sale has ended meanwhile, is as it should be.
    broken.keySet().removeIf(itemId -> !floors.of(itemId).matters());
    if (broken.isEmpty()) {
      return Future.succeededFuture();
    }
    Map.Entry<Long, String> first = broken.entrySet().iterator().next();
    return Future.failedFuture(
        broken.size()
            + " items were set back or lost and are closed, the first is "
            + first.getKey()
            + ": "
            + first.getValue());
  }
}
