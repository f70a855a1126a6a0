package seckill.sale.store;

import io.vertx.core.Future;
import io.vertx.core.eventbus.EventBus;
import io.vertx.core.json.JsonObject;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import seckill.contract.Addresses;
import seckill.runtime.StoreChoice;
import seckill.runtime.StoreFollower;

/** Makes a switch and tells of it. */
final class StoreSwitch {
  private static final Logger LOG = LoggerFactory.getLogger(StoreSwitch.class);

  private final StoreBook book;
  private final StoreFollower follower;
  private final EventBus bus;

  StoreSwitch(StoreBook book, StoreFollower follower, EventBus bus) {
    this.book = book;
    this.follower = follower;
    this.bus = bus;
  }

  /** Switches as somebody wishes; {@code null} if there was nothing to be done. */
  Future<StoreChoice> to(StoreBook.Wish wish) {
    return book.choose(wish).compose(made -> made == null ? nothing() : tell(made, wish.actor()));
  }

  /** Switches from the main store to the backup, unless somebody has switched meanwhile. */
  Future<StoreChoice> away(StoreChoice seen, String actor) {
    return book.replace(seen, actor).compose(made -> made == null ? nothing() : tell(made, actor));
  }

  private static Future<StoreChoice> nothing() {
    return Future.succeededFuture();
  }

  private Future<StoreChoice> tell(StoreChoice made, String actor) {
    LOG.warn("switch {} to the {} Redis by {}", made.generation(), made.active(), actor);
    bus.publish(
        Addresses.EVENT_ALERT,
        new JsonObject()
            .put("source", "seckill")
            .put("kind", "STORE_SWITCHED")
            .put(
                "detail",
                "the " + made.active() + " Redis sells from now on, by switch of " + actor));
    // Others hear within redis.storeLookMillis; this till at once.
    return follower.look().transform(looked -> Future.succeededFuture(made));
  }
}
