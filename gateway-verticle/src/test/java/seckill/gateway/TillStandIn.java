package seckill.gateway;

import static seckill.testkit.TestVertx.await;

import io.vertx.core.Future;
import io.vertx.core.Handler;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.eventbus.Message;
import io.vertx.core.eventbus.MessageConsumer;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Supplier;
import seckill.contract.Addresses;
import seckill.contract.HolderFilter;
import seckill.contract.Outcome;
import seckill.contract.PurchaseAttempt;
import seckill.contract.PurchaseBatch;
import seckill.contract.PurchaseBatchReply;
import seckill.contract.PurchaseResult;

/**
 * Speaks for the till on the bus, with the rules that the gateway relies on: one per user, first
 * order id, stock, replays. It decides at once; a test may hold or lose its answers.
 */
final class TillStandIn {
  final List<PurchaseBatch> batches = new CopyOnWriteArrayList<>();
  final List<JsonObject> requests = new CopyOnWriteArrayList<>();
  final Queue<Future<Void>> holds = new ConcurrentLinkedQueue<>();
  volatile Outcome forced;
  volatile PurchaseResult forcedResult;
  volatile int filterFetches;

  private final Vertx vertx;
  private final Map<String, MessageConsumer<?>> consumers = new HashMap<>();
  private final Map<String, PurchaseAttempt> holders = new LinkedHashMap<>();
  private long stock;
  private long accepted;

  TillStandIn(Vertx vertx, long stock) {
    this.vertx = vertx;
    this.stock = stock;
    on(Addresses.PURCHASE_BATCH, this::purchase);
    on(Addresses.ITEM_HOLDERS, this::holders);
    on(Addresses.PURCHASE_MINE, this::mine);
    // Asked by every gateway again and again, so it is not among the requests of a test.
    this.<JsonObject>on(
        Addresses.BLACKLIST_LIST,
        message ->
            message.reply(new JsonObject().put("version", 0).put("entries", new JsonArray())));
    on(Addresses.BUCKET_LEASE, TillStandIn::grant);
    this.<JsonObject>on(
        Addresses.SALE_STATUS,
        message ->
            message.reply(new JsonObject().put("status", "OPEN").put("paused", new JsonArray())));
    // Every gateway asks when it starts.
    this.<JsonObject>on(
        Addresses.ITEM_LIST,
        message -> message.reply(new JsonObject().put("items", new JsonArray())));
  }

  private static void grant(Message<JsonObject> message) {
    message.reply(
        new JsonObject().put("granted", message.body().getLong("want")).put("nextMillis", 0));
  }

  /** Takes the place of another, which leaves. */
  TillStandIn(Vertx vertx, long stock, TillStandIn former) {
    this(former.gone(vertx), stock);
  }

  private Vertx gone(Vertx same) {
    leave();
    return same;
  }

  /** Answers an address with a body, and remembers what was asked. */
  void answer(String address, Supplier<JsonObject> body) {
    this.<JsonObject>on(
        address,
        message -> {
          requests.add(message.body().copy().put("address", address));
          message.reply(body.get());
        });
  }

  void fail(String address, Outcome outcome, String text) {
    fail(address, outcome.failureCode(), text);
  }

  void fail(String address, int failureCode, String text) {
    this.<JsonObject>on(address, message -> message.fail(failureCode, text));
  }

  void silence(String address) {
    on(address, message -> {});
  }

  /** Leaves an address to somebody else. */
  void leave(String address) {
    await(consumers.remove(address).unregister());
  }

  private <T> void on(String address, Handler<Message<T>> handler) {
    MessageConsumer<?> former = consumers.remove(address);
    if (former != null) {
      await(former.unregister());
    }
    MessageConsumer<T> consumer = vertx.eventBus().consumer(address, handler);
    consumers.put(address, consumer);
    await(consumer.completion());
  }

  void leave() {
    consumers.values().forEach(consumer -> await(consumer.unregister()));
    consumers.clear();
  }

  /** Decides the next batch at once, and answers it when the returned promise is completed. */
  Promise<Void> holdNext() {
    Promise<Void> promise = Promise.promise();
    holds.add(promise.future());
    return promise;
  }

  synchronized void restock(long units) {
    stock += units;
  }

  synchronized String orderOf(String userId) {
    return holders.containsKey(userId) ? holders.get(userId).orderId() : null;
  }

  synchronized int holderCount() {
    return holders.size();
  }

  private void purchase(Message<Buffer> message) {
    PurchaseBatch batch = PurchaseBatch.fromBuffer(message.body(), System.nanoTime());
    List<PurchaseResult> results = batch.attempts().stream().map(this::decide).toList();
    batches.add(batch);
    Future<Void> hold = holds.poll();
    if (hold == null) {
      message.reply(PurchaseBatchReply.toBuffer(results));
    } else {
      hold.onSuccess(go -> message.reply(PurchaseBatchReply.toBuffer(results)));
    }
  }

  private synchronized PurchaseResult decide(PurchaseAttempt attempt) {
    if (forcedResult != null) {
      return forcedResult;
    }
    if (forced != null) {
      return new PurchaseResult(forced, null, false, 1_800_000_000_000L, accepted);
    }
    PurchaseAttempt first = holders.get(attempt.userId());
    if (first != null) {
      return again(first, attempt);
    }
    if (stock == 0) {
      return new PurchaseResult(Outcome.SOLD_OUT, null, false, 0, accepted);
    }
    stock--;
    accepted++;
    holders.put(attempt.userId(), attempt);
    return new PurchaseResult(Outcome.ACCEPTED, attempt.orderId(), false, 0, accepted);
  }

  private PurchaseResult again(PurchaseAttempt first, PurchaseAttempt attempt) {
    boolean sameKey =
        !attempt.fingerprint().isEmpty()
            && keyOf(first.fingerprint()).equals(keyOf(attempt.fingerprint()));
    boolean replay = first.fingerprint().equals(attempt.fingerprint());
    Outcome outcome = !sameKey ? Outcome.DUPLICATE : replay ? Outcome.ACCEPTED : Outcome.KEY_REUSED;
    return new PurchaseResult(outcome, first.orderId(), outcome == Outcome.ACCEPTED, 0, accepted);
  }

  private static String keyOf(String fingerprint) {
    return fingerprint.split("\\.")[0];
  }

  private synchronized void holders(Message<JsonObject> message) {
    filterFetches++;
    if (stock > 0) {
      message.fail(Outcome.CONFLICT.failureCode(), "not sold out");
      return;
    }
    HolderFilter filter = new HolderFilter(accepted, holders.size());
    holders.keySet().forEach(filter::add);
    message.reply(filter.toBuffer());
  }

  private void mine(Message<JsonObject> message) {
    String orderId = orderOf(message.body().getString("userId"));
    if (orderId == null) {
      message.fail(Outcome.NOT_FOUND.failureCode(), "no receipt");
    } else {
      message.reply(new JsonObject().put("orderId", orderId));
    }
  }
}
