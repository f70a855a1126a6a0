package seckill.sale;

import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import seckill.sale.recovery.Occasion;
import seckill.sale.recovery.Recovered;
import seckill.sale.recovery.Recovery;

/**
 * Brings an item from the books into Redis and opens it.
 *
 * <p>May run at any time, often and on many nodes at once: a whole state is left alone, a lost or
 * damaged one is built from the books and the orders under way.
 */
final class Preheat {
  private static final Logger LOG = LoggerFactory.getLogger(Preheat.class);

  private final Recovery recovery;

  Preheat(Recovery recovery) {
    this.recovery = recovery;
  }

  /** Preheats: {@code {itemId, status, stock, alreadyActive}}. */
  Future<JsonObject> run(long itemId) {
    return recovery.run(itemId, Occasion.PREHEAT).map(Preheat::reply);
  }

  private static JsonObject reply(Recovered item) {
    LOG.info(
        "item {} preheated: stock {}, epoch {}, {}",
        item.itemId(),
        item.stock(),
        item.epoch(),
        item.rebuilt() ? item.status() : "was active already");
    return new JsonObject()
        .put("itemId", Long.toString(item.itemId()))
        .put("status", item.status())
        .put("stock", item.stock())
        .put("alreadyActive", !item.rebuilt());
  }
}
