package seckill.gateway;

import static seckill.testkit.TestVertx.await;

import io.vertx.core.Handler;
import io.vertx.core.Vertx;
import io.vertx.core.eventbus.Message;
import io.vertx.core.eventbus.MessageConsumer;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import seckill.contract.Addresses;
import seckill.contract.BlacklistKey;

/** Speaks for the till about the blacklist; it may be silent about its changes, or go away. */
final class BlacklistStandIn {
  private final Vertx vertx;
  private final Map<BlacklistKey, JsonObject> entries = new LinkedHashMap<>();
  private final List<MessageConsumer<?>> consumers = new ArrayList<>();
  private volatile boolean tells = true;
  private long version = 1;

  BlacklistStandIn(Vertx vertx) {
    this.vertx = vertx;
    serve(Addresses.BLACKLIST_LIST, message -> message.reply(list(message.body())));
    serve(Addresses.BLACKLIST_ADD, message -> message.reply(add(message.body())));
    serve(Addresses.BLACKLIST_REMOVE, message -> message.reply(remove(message.body())));
  }

  private void serve(String address, Handler<Message<JsonObject>> handler) {
    MessageConsumer<JsonObject> consumer = vertx.eventBus().consumer(address, handler);
    await(consumer.completion());
    consumers.add(consumer);
  }

  /** Keeps changes to itself from now on. */
  void loseNews() {
    tells = false;
  }

  void leave() {
    consumers.forEach(consumer -> await(consumer.unregister()));
  }

  private synchronized JsonObject list(JsonObject request) {
    JsonObject reply = new JsonObject().put("version", version);
    return Long.valueOf(version).equals(request.getLong("version"))
        ? reply.put("unchanged", true)
        : reply.put("entries", new JsonArray(new ArrayList<>(entries.values())));
  }

  synchronized JsonObject add(JsonObject request) {
    BlacklistKey key = BlacklistKey.fromJson(request);
    JsonObject entry = key.toJson();
    if (request.containsKey("until")) {
      entry.put("until", request.getString("until"));
    }
    entries.put(key, entry);
    return tell(entry.copy());
  }

  synchronized JsonObject remove(JsonObject request) {
    BlacklistKey key = BlacklistKey.fromJson(request);
    entries.remove(key);
    return tell(key.toJson().put("removed", true));
  }

  private JsonObject tell(JsonObject news) {
    news.put("before", version).put("version", ++version);
    if (tells) {
      vertx.eventBus().publish(Addresses.EVENT_BLACKLIST, news);
    }
    return news;
  }
}
