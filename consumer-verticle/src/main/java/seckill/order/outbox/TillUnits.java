package seckill.order.outbox;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.eventbus.DeliveryOptions;
import io.vertx.core.json.JsonObject;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import seckill.contract.Addresses;
import seckill.contract.TimeLeft;

/** Asks the till over the bus to do a task. */
final class TillUnits {
  private final Vertx vertx;
  private final long timeoutMillis;
  private final Clock clock;

  TillUnits(Vertx vertx, long timeoutMillis, Clock clock) {
    this.vertx = vertx;
    this.timeoutMillis = timeoutMillis;
    this.clock = clock;
  }

  /** What came of a task; after a failure that is unknown, and the same may be asked again. */
  Future<UnitResult> ask(ClaimedTask claimed) {
    UnitTask task = claimed.task();
    JsonObject request =
        new JsonObject()
            .put("itemId", Long.toString(task.itemId()))
            .put("userId", task.userId().toString(StandardCharsets.UTF_8))
            .put("orderId", task.orderId())
            .put("seq", claimed.id())
            .put(TimeLeft.FIELD, timeoutMillis);
    return task.kind() == UnitTask.Kind.UNIT_RETURN
        ? send(Addresses.UNIT_RETURN, request.put("unit", task.unit()).put("right", task.right()))
        // One that is held up on its way takes no unit after the order was given up without it.
        : send(Addresses.UNIT_TAKE, request.put("untilMillis", clock.millis() + timeoutMillis));
  }

  private Future<UnitResult> send(String address, JsonObject request) {
    return vertx
        .eventBus()
        .<JsonObject>request(address, request, new DeliveryOptions().setSendTimeout(timeoutMillis))
        .map(reply -> UnitResult.valueOf(reply.body().getString("result")));
  }
}
