package seckill.gateway;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import seckill.contract.Addresses;
import seckill.contract.ItemIds;
import seckill.contract.SeckillException;
import seckill.gateway.gate.SwitchView;
import seckill.runtime.inbound.Facts;

/**
 * Keeps the view of the kill switches up to date: by the news, and by asking the till, since news
 * may be lost. Belongs to one event loop; those of a process take turns in asking.
 */
final class SwitchWatch {
  private static final Logger LOG = LoggerFactory.getLogger(SwitchWatch.class);
  private static final String OPEN = "OPEN";
  private static final String PAUSED = "PAUSED";
  private static final String DRAFT = "DRAFT";
  private static final String STATUS = "status";

  private final Vertx vertx;
  private final BusClient bus;
  private final Facts facts;
  private final SwitchView view;
  private final Runnable onChange;
  private boolean failing;

  /**
   * @param onChange run when all items were paused or resumed
   */
  SwitchWatch(Vertx vertx, BusClient bus, Facts facts, SwitchView view, Runnable onChange) {
    this.vertx = vertx;
    this.bus = bus;
    this.facts = facts;
    this.view = view;
    this.onChange = onChange;
  }

  /** Succeeds once the news are heard and the till was asked, whatever it answered. */
  Future<Void> start(long refreshMillis) {
    vertx.setPeriodic(refreshMillis, tick -> askIfDue());
    return Future.all(
            facts.hear(vertx, Addresses.EVENT_ITEM_STATUS, this::itemChanged),
            facts.hear(vertx, Addresses.EVENT_SALE_STATUS, this::saleChanged))
        .compose(listening -> ask().transform(done -> Future.succeededFuture()));
  }

  private void itemChanged(JsonObject news) {
    long itemId = ItemIds.parse(news.getValue("itemId"));
    // A draft is sold by nobody, whatever the switches say.
    if (!DRAFT.equals(news.getValue(STATUS))) {
      view.paused(itemId, isPaused(news));
    }
    ask();
  }

  private void saleChanged(JsonObject news) {
    view.allPaused(isPaused(news));
    onChange.run();
    ask();
  }

  // Neither word is no news: only PAUSED closes, and only OPEN opens.
  private static boolean isPaused(JsonObject json) {
    Object status = json.getValue(STATUS);
    if (!OPEN.equals(status) && !PAUSED.equals(status)) {
      throw SeckillException.badRequest("status must be OPEN or PAUSED");
    }
    return PAUSED.equals(status);
  }

  private void askIfDue() {
    if (view.isDue()) {
      ask();
    }
  }

  private Future<Void> ask() {
    long question = view.ask();
    return bus.read(Addresses.SALE_STATUS, new JsonObject())
        .<Void>map(
            reply -> {
              view.learn(question, isPaused(reply), ids(reply.getJsonArray("paused")));
              failing = false;
              return null;
            })
        .onFailure(this::complain);
  }

  private static long[] ids(JsonArray texts) {
    return texts.stream().mapToLong(ItemIds::parse).toArray();
  }

  private void complain(Throwable cause) {
    if (!failing) {
      failing = true;
      LOG.warn("cannot learn which items are paused: {}", cause.getMessage());
    }
  }
}
