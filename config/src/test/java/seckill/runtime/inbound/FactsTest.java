package seckill.runtime.inbound;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.junit5.VertxExtension;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import seckill.contract.Addresses;
import seckill.contract.SeckillException;
import seckill.testkit.TestVertx;

@ExtendWith(VertxExtension.class)
class FactsTest {
  private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
  private final Facts facts = new Facts(new RefusalLogs(meters, RefusalLogs.USUAL_MILLIS));
  private final List<JsonObject> heard = new CopyOnWriteArrayList<>();

  private double passedOver(String address, String reason) {
    Counter counter =
        meters
            .find("seckill.bus.passed.over")
            .tag("address", address)
            .tag("reason", reason)
            .counter();
    return counter == null ? 0 : counter.count();
  }

  private static JsonObject status(Object status) {
    return new JsonObject().put("status", status);
  }

  @Test
  @DisplayName(
      "facts of another type, or without the fields they need, are counted and passed over")
  void passesOver(Vertx vertx) {
    List<Throwable> uncaught = new CopyOnWriteArrayList<>();
    vertx.exceptionHandler(uncaught::add);
    TestVertx.await(facts.hear(vertx, Addresses.EVENT_SALE_STATUS, heard::add));

    for (Object body : new Object[] {null, "OPEN", 1, true, new JsonArray(), Buffer.buffer("x")}) {
      vertx.eventBus().publish(Addresses.EVENT_SALE_STATUS, body);
    }
    for (Object status : new Object[] {null, "", "open", "CLOSED", 1, true, new JsonObject()}) {
      vertx.eventBus().publish(Addresses.EVENT_SALE_STATUS, status(status));
    }
    vertx.eventBus().publish(Addresses.EVENT_SALE_STATUS, new JsonObject());
    vertx.eventBus().publish(Addresses.EVENT_SALE_STATUS, status("OPEN"));

    await().until(() -> !heard.isEmpty());
    assertThat(heard).containsExactly(status("OPEN"));
    assertThat(passedOver(Addresses.EVENT_SALE_STATUS, "BODY")).isEqualTo(6);
    assertThat(passedOver(Addresses.EVENT_SALE_STATUS, "FIELD")).isEqualTo(8);
    assertThat(uncaught).isEmpty();
  }

  @Test
  @DisplayName("whoever stumbles over a fact hears the next one all the same")
  void survivesFaults(Vertx vertx) {
    TestVertx.await(
        facts.hear(
            vertx,
            Addresses.EVENT_ALERT,
            fact -> {
              if (fact.containsKey("bad")) {
                throw SeckillException.badRequest("bad");
              } else if (fact.containsKey("worse")) {
                throw new IllegalStateException("worse");
              }
              heard.add(fact);
            }));

    vertx.eventBus().publish(Addresses.EVENT_ALERT, new JsonObject().put("bad", 1));
    vertx.eventBus().publish(Addresses.EVENT_ALERT, new JsonObject().put("worse", 1));
    vertx.eventBus().publish(Addresses.EVENT_ALERT, new JsonObject().put("good", 1));

    await().until(() -> !heard.isEmpty());
    assertThat(passedOver(Addresses.EVENT_ALERT, "FIELD")).isEqualTo(1);
    assertThat(passedOver(Addresses.EVENT_ALERT, "FAULT")).isEqualTo(1);
  }
}
