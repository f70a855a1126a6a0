package seckill.order.life;

import io.vertx.core.Vertx;
import io.vertx.core.eventbus.Message;
import io.vertx.core.eventbus.MessageConsumer;
import io.vertx.core.json.JsonObject;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;
import seckill.contract.Addresses;
import seckill.testkit.TestVertx;

/** Speaks for the till on the bus: one shelf, with the rules that the outbox relies on. */
final class UnitsStandIn {
  final List<JsonObject> returns = new CopyOnWriteArrayList<>();
  final List<JsonObject> takes = new CopyOnWriteArrayList<>();
  final Map<String, String> holders = new HashMap<>();
  volatile Function<JsonObject, String> forced = request -> null;
  private final MessageConsumer<JsonObject> returning;
  private final MessageConsumer<JsonObject> taking;
  private long stock;

  UnitsStandIn(Vertx vertx, long stock) {
    this.stock = stock;
    returning = vertx.eventBus().consumer(Addresses.UNIT_RETURN, m -> answer(m, returns));
    taking = vertx.eventBus().consumer(Addresses.UNIT_TAKE, m -> answer(m, takes));
    TestVertx.await(returning.completion());
    TestVertx.await(taking.completion());
  }

  void leave() {
    TestVertx.await(returning.unregister());
    TestVertx.await(taking.unregister());
  }

  synchronized long stock() {
    return stock;
  }

  synchronized void hold(String userId, String orderId) {
    holders.put(userId, orderId);
    stock--;
  }

  /** Sells a unit to a user who holds none, if there is one. */
  synchronized boolean sell(String userId, String orderId) {
    if (stock == 0 || holders.containsKey(userId)) {
      return false;
    }
    hold(userId, orderId);
    return true;
  }

  /**
   * The orders whose unit came back. A request may come again, when its answer was late or the
   * claim of its sender ran out; the unit may not.
   */
  List<String> returned() {
    return returns.stream()
        .filter(request -> request.getString("result").equals("RETURNED"))
        .map(request -> request.getString("orderId"))
        .toList();
  }

  synchronized String orderOf(String userId) {
    return holders.get(userId);
  }

  private synchronized void answer(Message<JsonObject> message, List<JsonObject> seen) {
    JsonObject request = message.body();
    String result = forced.apply(request);
    if (result == null) {
      result = seen == returns ? giveBack(request) : take(request);
    }
    seen.add(request.copy().put("result", result));
    message.reply(new JsonObject().put("result", result).put("stock", stock));
  }

  private String giveBack(JsonObject request) {
    if (!holders.remove(request.getString("userId"), request.getString("orderId"))) {
      return "ALREADY";
    }
    stock++;
    return "RETURNED";
  }

  private String take(JsonObject request) {
    String held = holders.get(request.getString("userId"));
    if (held != null) {
      return held.equals(request.getString("orderId")) ? "TAKEN" : "DUPLICATE";
    }
    if (stock == 0) {
      return "SOLD_OUT";
    }
    stock--;
    holders.put(request.getString("userId"), request.getString("orderId"));
    return "TAKEN";
  }
}
