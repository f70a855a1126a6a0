package seckill.sale.store;

import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import seckill.runtime.StoreChoice;
import seckill.runtime.StoreChoice.Store;
import seckill.runtime.StoreFollower;
import seckill.sale.AuditTrail;
import seckill.sale.Audited;

/**
 * Switches to the backup when the main Redis has been out of reach for long enough; never back,
 * since a store that has been away is behind.
 */
final class AutoSwitch {
  private static final Logger LOG = LoggerFactory.getLogger(AutoSwitch.class);
  private static final String ACTOR = "till";

  private final StoreFollower follower;
  private final Supplier<Future<Void>> ping;
  private final StoreSwitch storeSwitch;
  private final AuditTrail audit;
  private final long afterNanos;
  private final LongSupplier nanoClock;
  private long answeredNanos;
  private boolean looking;

  /**
   * @param ping whether the store that sells answers on the till's own connection
   */
  AutoSwitch(
      StoreFollower follower,
      Supplier<Future<Void>> ping,
      StoreSwitch storeSwitch,
      AuditTrail audit,
      long afterMillis,
      LongSupplier nanoClock) {
    this.follower = follower;
    this.ping = ping;
    this.storeSwitch = storeSwitch;
    this.audit = audit;
    this.afterNanos = TimeUnit.MILLISECONDS.toNanos(afterMillis);
    this.nanoClock = nanoClock;
    this.answeredNanos = nanoClock.getAsLong();
  }

  /** Looks whether it is time; one look at a time. */
  Future<Void> look() {
    StoreChoice seen = follower.choice();
    if (seen.active() != Store.MAIN) {
      answeredNanos = nanoClock.getAsLong();
      return Future.succeededFuture();
    }
    if (looking) {
      return Future.succeededFuture();
    }
    looking = true;
    // A busy connection refuses pings as well; a new one tells whether Redis is there.
    return ping.get()
        .recover(busy -> follower.stores().probe(Store.MAIN))
        .onSuccess(answered -> answeredNanos = nanoClock.getAsLong())
        .recover(away -> isOverdue() ? leave(seen) : Future.succeededFuture())
        .onComplete(done -> looking = false);
  }

  private boolean isOverdue() {
    return nanoClock.getAsLong() - answeredNanos >= afterNanos;
  }

  private Future<Void> leave(StoreChoice seen) {
    return follower
        .stores()
        .probe(Store.BACKUP)
        .compose(usable -> storeSwitch.away(seen, ACTOR))
        .compose(made -> made == null ? Future.succeededFuture() : writeDown(made))
        .onFailure(cause -> LOG.warn("cannot switch to the backup: {}", cause.getMessage()));
  }

  private Future<Void> writeDown(StoreChoice made) {
    JsonObject what =
        new JsonObject()
            .put("active", made.active().name())
            .put("generation", made.generation())
            .put("why", "the main Redis did not answer");
    return audit
        .of(ACTOR, "store-switch", AuditTrail.NO_ITEM, Future.succeededFuture(Audited.of(what)))
        .mapEmpty();
  }
}
