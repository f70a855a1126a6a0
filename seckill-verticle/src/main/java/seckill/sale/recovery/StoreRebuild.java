package seckill.sale.recovery;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.UUID;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import seckill.contract.Outcome;
import seckill.contract.SeckillException;
import seckill.runtime.RedisLink;
import seckill.runtime.StoreChoice;
import seckill.sale.AuditTrail;
import seckill.sale.Audited;
import seckill.sale.recovery.StoreBooks.Trust;

/** Builds every item again on a Redis that is not trusted, if it is this till's turn. */
final class StoreRebuild {
  private static final Logger LOG = LoggerFactory.getLogger(StoreRebuild.class);

  private final Vertx vertx;
  private final StoreIdentities identities;
  private final StoreBooks books;
  private final RecoveryBooks items;
  private final Recovery recovery;
  private final OtherStore otherStore;
  private final RecoveryNews news;
  private final RecoverySettings settings;
  private final AuditTrail audit;
  private final Clock clock;
  private final long retentionMillis;
  private final int pageSize;

  StoreRebuild(
      Vertx vertx,
      StoreIdentities identities,
      StoreBooks books,
      RecoveryBooks items,
      Recovery recovery,
      OtherStore otherStore,
      RecoveryNews news,
      RecoverySettings settings,
      AuditTrail audit,
      Clock clock,
      long retentionMillis,
      int pageSize) {
    this.vertx = vertx;
    this.identities = identities;
    this.books = books;
    this.items = items;
    this.recovery = recovery;
    this.otherStore = otherStore;
    this.news = news;
    this.settings = settings;
    this.audit = audit;
    this.clock = clock;
    this.retentionMillis = retentionMillis;
    this.pageSize = pageSize;
  }

  /**
   * @param choice by which it sells
   * @param isOver whether the connection to that Redis is gone
   */
  Turn turn(StoreIdentity seen, Trust trust, StoreChoice choice, BooleanSupplier isOver) {
    return new Turn(seen, trust, choice, isOver);
  }

  /** One try of one till. */
  final class Turn {
    private final String holder = UUID.randomUUID().toString();
    private final StoreIdentity seen;
    private final Trust trust;
    private final StoreChoice choice;
    private final BooleanSupplier isOver;
    private int looked;
    private int closed;
    private long missing;
    private StateReader old;

    private Turn(StoreIdentity seen, Trust trust, StoreChoice choice, BooleanSupplier isOver) {
      this.seen = seen;
      this.trust = trust;
      this.choice = choice;
      this.isOver = isOver;
    }

    /** Builds everything; {@code false} if it is another till's turn. */
    Future<Boolean> run() {
      return books
          .takeTurn(holder, settings.leaseMillis())
          .compose(mine -> mine ? work().map(true) : Future.succeededFuture(false));
    }

    private Future<Void> work() {
      long timer =
          vertx.setPeriodic(
              Math.max(1, settings.leaseMillis() / 3), tick -> books.renewTurn(holder));
      return books
          .trust()
          // Another till may have finished between the look and the turn.
          .compose(now -> seen.continues(now.identity()) ? none() : audited(rebuild()))
          .onComplete(done -> vertx.cancelTimer(timer))
          .eventually(() -> books.endTurn(holder).otherwiseEmpty());
    }

    private static Future<Void> none() {
      return Future.succeededFuture();
    }

    // A first start has nothing to be written down.
    private Future<Void> audited(Future<Void> rebuilt) {
      return rebuilt.compose(
          done ->
              looked == 0
                  ? none()
                  : audit
                      .of(
                          RecoveryNews.ACTOR,
                          "store-rebuild",
                          AuditTrail.NO_ITEM,
                          Future.succeededFuture(Audited.of(summary())))
                      .mapEmpty());
    }

    private JsonObject summary() {
      return new JsonObject()
          .put("store", trust.store())
          .put("runId", seen.runId())
          .put("items", looked)
          .put("missing", missing);
    }

    private Future<Void> rebuild() {
      if (trust.identity() != null) {
        String detail =
            "store "
                + trust.store()
                + ": run id "
                + seen.runId()
                + ", was "
                + trust.identity().runId();
        LOG.info(
            "Redis was started anew, or is another one: every item is checked against the books; {}",
            detail);
        news.storeChanged(detail);
      }
      Instant endAfter = clock.instant().minusMillis(retentionMillis);
      return recovery
          .requireFit()
          .compose(fit -> otherStore.open(choice))
          .compose(other -> all(other, endAfter))
          .compose(done -> identities.read())
          .compose(this::trust);
    }

    private Future<Void> all(RedisLink other, Instant endAfter) {
      old = other == null ? null : new StateReader(other, pageSize);
      return PageLoop.run(0L, after -> books.items(endAfter, after), this::each)
          .eventually(() -> other == null ? none() : other.close().otherwiseEmpty());
    }

    private Future<Void> trust(StoreIdentity now) {
      if (!now.continues(seen) || isOver.getAsBoolean()) {
        return Future.failedFuture("Redis changed again meanwhile");
      }
      boolean waits = settings.byOperator() && looked > 0;
      return books
          .setTrust(holder, trust.store(), seen, waits ? StoreBooks.REBUILT : StoreBooks.TRUSTED)
          .compose(
              set -> {
                if (!set) {
                  return Future.failedFuture("another till has taken over");
                }
                tell(waits);
                return none();
              });
    }

    // A Redis that came back with all it knew is no cause for alarm.
    private void tell(boolean waits) {
      if (missing > 0) {
        LOG.warn(
            "Redis has lost holders of units, which are entered again from the books: {}", missing);
      }
      LOG.info(
          "items checked: {}, of which stay closed: {}; holders that were missing: {}; run id {} {}",
          looked,
          closed,
          missing,
          seen.runId(),
          waits ? "waits for an operator" : "sells");
      if (waits) {
        news.waitsForOperator("every item is checked (" + looked + "); open the store");
      }
    }

    private Future<Void> each(List<Long> itemIds) {
      looked += itemIds.size();
      Iterator<Long> left = itemIds.iterator();
      List<Future<Void>> lanes = new ArrayList<>();
      for (int i = 0; i < settings.itemsAtOnce(); i++) {
        lanes.add(lane(left));
      }
      return Future.join(lanes).mapEmpty();
    }

    private Future<Void> lane(Iterator<Long> left) {
      if (!left.hasNext()) {
        return none();
      }
      if (isOver.getAsBoolean()) {
        return Future.failedFuture("the connection to Redis was lost meanwhile");
      }
      return one(left.next()).compose(done -> lane(left));
    }

    private Future<Void> one(long itemId) {
      return recovery
          .holders(itemId)
          .compose(
              before ->
                  recovery
                      .run(itemId, Occasion.RECOVER, Floor.NONE, old)
                      .map(now -> note(before, now)))
          .recover(
              cause ->
                  cause instanceof SeckillException refusal
                      ? refused(itemId, refusal)
                      : Future.failedFuture(cause));
    }

    private Void note(long before, Recovered now) {
      if (before >= 0) {
        missing += Math.max(0, now.holders() - before);
      }
      return null;
    }

    // One item that cannot be built keeps no other from selling. Whatever of it stands in Redis is
    // older than the books from now on, and sells nothing; an oversold one is built, and closed.
    private Future<Void> refused(long itemId, SeckillException refusal) {
      if (refusal.outcome() == Outcome.ENDED || refusal.outcome() == Outcome.NOT_FOUND) {
        return none();
      }
      closed++;
      LOG.error("item {} stays closed: {}", itemId, refusal.getMessage());
      if (refusal instanceof OversoldException) {
        return none();
      }
      return items.raiseEpoch(itemId, 0).mapEmpty();
    }
  }
}
