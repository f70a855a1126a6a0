package seckill.gateway;

import io.vertx.core.Future;
import io.vertx.core.Handler;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import seckill.contract.Addresses;
import seckill.contract.ItemIds;
import seckill.gateway.gate.SwitchView;

/**
 * Keeps the view of the kill switches up to date: by the news, and by asking the till, since news
 * may be lost. Belongs to one event loop; those of a process take turns in asking.
 */
final class SwitchWatch {
  private static final Logger LOG = LoggerFactory.getLogger(SwitchWatch.class);
  private static final String OPEN = "OPEN";

  private final Vertx vertx;
  private final BusClient bus;
  private final SwitchView view;
  private final Runnable onChange;
  private boolean failing;

  /**
   * @param onChange run when all items were paused or resumed
   */
  SwitchWatch(Vertx vertx, BusClient bus, SwitchView view, Runnable onChange) {
    this.vertx = vertx;
    this.bus = bus;
    this.view = view;
    this.onChange = onChange;
  }

  /** Succeeds once the news are heard and the till was asked, whatever it answered. */
  Future<Void> start(long refreshMillis) {
    vertx.setPeriodic(refreshMillis, tick -> askIfDue());
    return Future.all(
            listen(Addresses.EVENT_ITEM_STATUS, this::itemChanged),
            listen(Addresses.EVENT_SALE_STATUS, this::saleChanged))
        .compose(listening -> ask().transform(done -> Future.succeededFuture()));
  }

  private Future<Void> listen(String address, Handler<JsonObject> handler) {
    return vertx
        .eventBus()
        .<JsonObject>consumer(address, news -> handler.handle(news.body()))
        .completion();
  }

  private void itemChanged(JsonObject news) {
    view.paused(ItemIds.parse(news.getValue("itemId")), !isOpen(news));
    ask();
  }

  private void saleChanged(JsonObject news) {
    view.allPaused(!isOpen(news));
    onChange.run();
    ask();
  }

  private static boolean isOpen(JsonObject json) {
    return OPEN.equals(json.getString("status"));
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
              view.learn(question, !isOpen(reply), ids(reply.getJsonArray("paused")));
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
