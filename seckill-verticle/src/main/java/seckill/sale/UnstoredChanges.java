package seckill.sale;

import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import seckill.sale.ItemControlStore.Answer;
import seckill.sale.ItemControlStore.Told;
import seckill.sale.ItemControlStore.Word;

/**
 * Stores in MySQL what Redis alone knows: pauses that operators asked for while MySQL was away, and
 * revisions that MySQL has lost.
 */
final class UnstoredChanges {
  private static final Logger LOG = LoggerFactory.getLogger(UnstoredChanges.class);
  private static final String ACTOR = "seckill";

  private final ItemStatusRepository items;
  private final GateRepository gates;
  private final AuditTrail audit;
  private final SaleNews news;

  UnstoredChanges(
      ItemStatusRepository items, GateRepository gates, AuditTrail audit, SaleNews news) {
    this.items = items;
    this.gates = gates;
    this.audit = audit;
    this.news = news;
  }

  /** What one look at the items has found. */
  static final class Found {
    private final Map<Long, Told> ofItems = new TreeMap<>();
    private Told ofAll;

    void add(long itemId, Answer answer) {
      if (answer.item().isRefused()) {
        ofItems.put(itemId, answer.item());
      }
      if (answer.all().isRefused()
          && (ofAll == null || answer.all().revision() > ofAll.revision())) {
        ofAll = answer.all();
      }
    }

    boolean isEmpty() {
      return ofItems.isEmpty() && ofAll == null;
    }
  }

  /** Stores all that was found; a change in MySQL since then wins. */
  Future<Void> settle(Found found) {
    List<Future<?>> stored = new ArrayList<>();
    found.ofItems.forEach((itemId, told) -> stored.add(settle(itemId, told)));
    if (found.ofAll != null) {
      stored.add(settleAll(found.ofAll));
    }
    return Future.join(stored).mapEmpty();
  }

  private Future<Void> settle(long itemId, Told told) {
    if (told.word() == Word.OLDER) {
      return items.raiseRevision(itemId, told.revision()).mapEmpty();
    }
    return items
        .storePause(itemId, told.revision())
        .compose(
            change -> {
              if (change.before().equals(change.after())) {
                return Future.succeededFuture();
              }
              LOG.warn("item {} was paused while MySQL was away: MySQL knows now", itemId);
              news.itemStatus(itemId, change.after());
              return audit(
                  "pause", itemId, Audited.of(new JsonObject(), change.before(), change.after()));
            });
  }

  private Future<Void> settleAll(Told told) {
    if (told.word() == Word.OLDER) {
      return gates.raiseRevision(told.revision()).mapEmpty();
    }
    return gates
        .storePause(told.revision())
        .compose(
            change -> {
              String before = change.before().status();
              String after = change.after().status();
              if (before.equals(after)) {
                return Future.succeededFuture();
              }
              LOG.warn("all items were paused while MySQL was away: MySQL knows now");
              news.saleStatus(after);
              return audit(
                  "pause-all", AuditTrail.NO_ITEM, Audited.of(new JsonObject(), before, after));
            });
  }

  private Future<Void> audit(String action, long itemId, Audited change) {
    return audit.of(ACTOR, action, itemId, Future.succeededFuture(change)).mapEmpty();
  }
}
