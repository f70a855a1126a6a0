package seckill.gateway;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.eventbus.DeliveryOptions;
import io.vertx.core.eventbus.Message;
import io.vertx.core.eventbus.ReplyException;
import io.vertx.core.eventbus.ReplyFailure;
import io.vertx.core.json.JsonObject;
import seckill.contract.Outcome;
import seckill.contract.SeckillException;
import seckill.gateway.breaker.CallWatch;

/** Sends JSON requests to the other services; failures carry an outcome. */
final class BusClient {
  /** What is said to administrators when nobody answers. */
  private enum Silence {
    OF_A_CHANGE(
        "The service behind this is away. Nothing was done; please try again in a moment.",
        "No answer came in time. A change may have been made or not; please look again."),
    OF_A_READ(
        "The service behind this is away; please ask again in a moment.",
        "No answer came in time; please ask again in a moment.");

    private final String away;
    private final String late;

    Silence(String away, String late) {
      this.away = away;
      this.late = late;
    }
  }

  private final Vertx vertx;
  private final DeliveryOptions options;
  private final boolean discreet;
  private final CallWatch calls;

  /** For administrators, who are told what a service says of its faults. */
  BusClient(Vertx vertx, long timeoutMillis) {
    this(vertx, timeoutMillis, false, null);
  }

  private BusClient(Vertx vertx, long timeoutMillis, boolean discreet, CallWatch calls) {
    this.vertx = vertx;
    this.options = new DeliveryOptions().setSendTimeout(timeoutMillis);
    this.discreet = discreet;
    this.calls = calls;
  }

  /** For the public, whom faults are told in their language and without a word about the inside. */
  static BusClient forPublic(Vertx vertx, long timeoutMillis) {
    return new BusClient(vertx, timeoutMillis, true, null);
  }

  /** For the public, and for requests that stand behind the breaker. */
  static BusClient guarded(Vertx vertx, long timeoutMillis, CallWatch calls) {
    return new BusClient(vertx, timeoutMillis, true, calls);
  }

  /** The reply's body; fails with a {@link SeckillException}. */
  Future<JsonObject> request(String address, JsonObject body) {
    return request(address, body, Silence.OF_A_CHANGE);
  }

  /** The same for what changes nothing, whatever comes of it. */
  Future<JsonObject> read(String address, JsonObject body) {
    return request(address, body, Silence.OF_A_READ);
  }

  private Future<JsonObject> request(String address, JsonObject body, Silence silence) {
    Future<Message<JsonObject>> reply =
        calls == null ? send(address, body) : calls.call(() -> send(address, body));
    return reply
        .map(answer -> body(address, answer))
        .recover(failure -> Future.failedFuture(translate(failure, silence)));
  }

  private static JsonObject body(String address, Message<?> reply) {
    if (reply.body() instanceof JsonObject json) {
      return json;
    }
    throw new SeckillException(Outcome.INTERNAL, "the answer of " + address + " is no object");
  }

  private Future<Message<JsonObject>> send(String address, JsonObject body) {
    return vertx.eventBus().request(address, body, options);
  }

  private Throwable translate(Throwable failure, Silence silence) {
    Throwable translated = explain(failure, silence);
    return discreet
            && translated instanceof SeckillException refusal
            && refusal.outcome() == Outcome.DEGRADED
        ? new SeckillException(Outcome.DEGRADED, null)
        : translated;
  }

  private static Throwable explain(Throwable failure, Silence silence) {
    if (!(failure instanceof ReplyException reply)) {
      return failure;
    }
    if (reply.failureType() == ReplyFailure.RECIPIENT_FAILURE) {
      return new SeckillException(Outcome.ofFailureCode(reply.failureCode()), reply.getMessage());
    }
    return new SeckillException(
        Outcome.DEGRADED,
        reply.failureType() == ReplyFailure.NO_HANDLERS ? silence.away : silence.late);
  }
}
