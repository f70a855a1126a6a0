package seckill.sale.recovery;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.util.Map;
import java.util.TreeMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import seckill.sale.AuditTrail;
import seckill.sale.Audited;

/** Builds items again that were set back, or lost, while Redis ran on. */
final class SetBackWatch {
  private static final Logger LOG = LoggerFactory.getLogger(SetBackWatch.class);

  private final Vertx vertx;
  private final Recovery recovery;
  private final StoreGate gate;
  private final Floors floors;
  private final RecoveryNews news;
  private final AuditTrail audit;
  private final RecoverySettings settings;
  private final Map<Long, String> underWay = new TreeMap<>();

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

  /** Whether the item is being built again. */
  boolean holdsBack(long itemId) {
    return !underWay.isEmpty() && underWay.containsKey(itemId);
  }

  /**
   * Takes what Redis said of an item whose keys are usable, and acts if it is too little.
   *
   * @param floor as it was when Redis was asked
   */
  void saw(long itemId, long floor, long accepted) {
    if (accepted >= floor) {
      floors.saw(itemId, accepted);
    } else if (gate.isOpen() && !underWay.containsKey(itemId)) {
      String detail = "Redis knows of " + accepted + " purchases, there were " + floor;
      underWay.put(itemId, detail);
      LOG.warn("item {} was set back and is built again: {}", itemId, detail);
      news.setBack(itemId, detail);
      rebuild(itemId, floor);
    }
  }

  private void rebuild(long itemId, long floor) {
    Future<Audited> rebuilt =
        recovery
            .run(itemId, Occasion.SET_BACK, floor, null)
            .map(Recovered::toJson)
            .map(Audited::of);
    audit
        .of(RecoveryNews.ACTOR, "recover", itemId, rebuilt)
        .onComplete(
            done -> {
              // Too many holders close an item in Redis, whoever asks; there is nothing to be tried
              // again, and no unit that comes back is to wait.
              if (done.succeeded() || done.cause() instanceof OversoldException) {
                floors.forget();
                underWay.remove(itemId);
                return;
              }
              String detail = String.valueOf(done.cause().getMessage());
              if (!detail.equals(underWay.put(itemId, detail))) {
                LOG.warn("item {} stays closed: {}", itemId, detail);
              }
              // Whoever asks next may try again.
              vertx.setTimer(settings.leaseMillis(), waited -> underWay.remove(itemId));
            });
  }

  /** Fails while an item is being built again. */
  Future<Void> requireNone() {
    if (underWay.isEmpty()) {
      return Future.succeededFuture();
    }
    Map.Entry<Long, String> first = underWay.entrySet().iterator().next();
    return Future.failedFuture(
        underWay.size()
            + " items were set back and are closed, the first is "
            + first.getKey()
            + ": "
            + first.getValue());
  }
}
