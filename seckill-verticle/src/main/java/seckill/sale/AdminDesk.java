package seckill.sale;

import io.vertx.core.Future;
import io.vertx.core.eventbus.EventBus;
import io.vertx.core.json.JsonObject;
import java.util.function.LongFunction;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import seckill.contract.Addresses;
import seckill.contract.ItemSpec;
import seckill.contract.SeckillException;

/** What operators ask; each request is written down with its outcome. */
final class AdminDesk {
  private static final Logger LOG = LoggerFactory.getLogger(AdminDesk.class);
  private static final String DONE = "OK";

  private final ItemRepository items;
  private final Preheat preheat;
  private final KillSwitch killSwitch;
  private final ItemCatalog catalog;
  private final EventBus bus;

  AdminDesk(
      ItemRepository items,
      Preheat preheat,
      KillSwitch killSwitch,
      ItemCatalog catalog,
      EventBus bus) {
    this.items = items;
    this.preheat = preheat;
    this.killSwitch = killSwitch;
    this.catalog = catalog;
    this.bus = bus;
  }

  void openAt(BusDoor door) {
    door.serve(Addresses.ITEM_CREATE, body -> create(Requests.json(body)));
    door.serve(Addresses.ITEM_PREHEAT, body -> change("preheat", body, this::preheat));
    door.serve(Addresses.ITEM_PAUSE, body -> change("pause", body, this::pause));
    door.serve(Addresses.ITEM_RESUME, body -> change("resume", body, this::resume));
  }

  private Future<JsonObject> create(JsonObject json) {
    String actor = Requests.actor(json);
    ItemSpec item = ItemSpec.fromJson(Requests.json(json.getValue("item")));
    JsonObject reply =
        new JsonObject().put("itemId", Long.toString(item.itemId())).put("status", SaleItem.DRAFT);
    return items
        .insert(item)
        .map(reply)
        .transform(
            done ->
                audit(actor, "create", item.itemId(), item.toJson(), done.cause())
                    .compose(audited -> outcome(done.result(), done.cause())));
  }

  private Future<JsonObject> change(
      String action, Object body, LongFunction<Future<JsonObject>> work) {
    long itemId = Requests.itemId(body);
    String actor = Requests.actor(Requests.json(body));
    return work.apply(itemId)
        .transform(
            done ->
                audit(actor, action, itemId, done.result(), done.cause())
                    .compose(audited -> outcome(done.result(), done.cause())));
  }

  private static Future<JsonObject> outcome(JsonObject reply, Throwable cause) {
    return cause == null ? Future.succeededFuture(reply) : Future.failedFuture(cause);
  }

  // What was done is done: a book that cannot be written does not turn it into a failure.
  private Future<Void> audit(
      String actor, String action, long itemId, JsonObject detail, Throwable cause) {
    SeckillException refusal = cause == null ? null : Faults.explain(cause);
    String outcome = refusal == null ? DONE : refusal.outcome().name();
    JsonObject text = refusal == null ? detail : new JsonObject().put("why", refusal.getMessage());
    LOG.info("{} of item {} by {}: {}", action, itemId, actor, outcome);
    return items
        .audit(actor, action, itemId, text.encode(), outcome)
        .recover(
            lost -> {
              LOG.error(
                  "no audit entry for {} of item {} by {}: {}",
                  action,
                  itemId,
                  actor,
                  lost.getMessage());
              return Future.succeededFuture();
            });
  }

  private Future<JsonObject> preheat(long itemId) {
    return preheat
        .run(itemId)
        .compose(reply -> catalog.refresh().transform(read -> Future.succeededFuture(reply)))
        .onSuccess(
            reply ->
                bus.publish(
                    Addresses.EVENT_PREHEATED,
                    new JsonObject().put("itemId", Long.toString(itemId))));
  }

  private Future<JsonObject> pause(long itemId) {
    return killSwitch.pause(itemId).onSuccess(this::tellStatus);
  }

  private Future<JsonObject> resume(long itemId) {
    return killSwitch.resume(itemId).onSuccess(this::tellStatus);
  }

  private void tellStatus(JsonObject status) {
    bus.publish(Addresses.EVENT_ITEM_STATUS, status);
  }
}
