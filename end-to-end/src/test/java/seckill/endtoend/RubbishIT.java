package seckill.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.eventbus.DeliveryOptions;
import io.vertx.core.eventbus.ReplyException;
import io.vertx.core.eventbus.ReplyFailure;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import seckill.contract.Addresses;
import seckill.contract.Outcome;
import seckill.testkit.MySqlExtension;
import seckill.testkit.RedisExtension;
import seckill.testkit.TestMySql;
import seckill.testkit.TestRedis;

/** Sends rubbish to every address of the bus, and then sells. */
@ExtendWith({RedisExtension.class, MySqlExtension.class})
class RubbishIT {
  private static final long ITEM = 1001;
  private static final int RANDOM_BODIES = 40;
  private static final int HUGE = 300_000;
  private static final String FACTS = "seckill.event.";

  /** Facts that the product only tells. */
  private static final Set<String> UNHEARD =
      Set.of(
          Addresses.EVENT_SOLD_OUT,
          Addresses.EVENT_SETTLED,
          Addresses.EVENT_STORE,
          Addresses.EVENT_ALERT);

  /** What is told of the product's own faults, and not of a request. */
  private static final Set<Outcome> FAULTS =
      Set.of(Outcome.INTERNAL, Outcome.DEGRADED, Outcome.PENDING);

  /** So that a slow machine is no silence. */
  private static final DeliveryOptions PATIENT = new DeliveryOptions().setSendTimeout(60_000);

  /** Every field of every request; never with a right actor, who would be obeyed. */
  private static final List<String> FIELDS =
      List.of(
          "itemId",
          "userId",
          "orderId",
          "idempotencyKey",
          "reference",
          "quantity",
          "item",
          "gate",
          "page",
          "units",
          "endAt",
          "requestId",
          "before",
          "after",
          "limit",
          "state",
          "id",
          "kind",
          "value",
          "until",
          "reason",
          "version",
          "cursor",
          "brief",
          "section",
          "settings",
          "status",
          "store",
          "perSecond",
          "burst",
          "want",
          "paymentId",
          "amountCents",
          "rules",
          "answers",
          "answer",
          "challengeId",
          "challengePass",
          "clickedAt",
          "everywhere",
          "seq",
          "unit",
          "right",
          "deadlineMillis",
          "repair",
          "actor",
          "node",
          "services",
          "startedAt",
          "everyMillis",
          "health",
          "counts",
          "gauges",
          "finishedAt",
          "removed",
          "count");

  private final long seed = new Random().nextLong();
  private final Random random = new Random(seed);
  private final List<Throwable> uncaught = new CopyOnWriteArrayList<>();
  private SaleFixture sale;
  private Vertx bus;

  @BeforeEach
  void start(TestRedis redis, TestMySql mysql) {
    // Whoever sends notices hears of orders.
    sale = SaleFixture.inThisJvm(redis, mysql, Map.of("SECKILL_NOTIFY_SENDER", "log"));
    bus = sale.services().vertx();
    bus.exceptionHandler(uncaught::add);
  }

  @AfterEach
  void stop() {
    sale.close();
  }

  private static List<String> addresses(boolean facts) throws IllegalAccessException {
    List<String> addresses = new ArrayList<>();
    for (Field field : Addresses.class.getDeclaredFields()) {
      if (Modifier.isPublic(field.getModifiers())) {
        String address = (String) field.get(null);
        if (address.startsWith(FACTS) == facts) {
          addresses.add(address);
        }
      }
    }
    return addresses;
  }

  private List<Object> bodies() {
    List<Object> bodies =
        new ArrayList<>(
            Arrays.asList(
                null,
                "",
                "{}",
                "{\"itemId\":\"1001\"}",
                "x".repeat(HUGE),
                42,
                -1L,
                Double.NaN,
                true,
                'c',
                new byte[] {1, 2, 3},
                Buffer.buffer(),
                Buffer.buffer("{}"),
                Buffer.buffer(new byte[HUGE]),
                new JsonArray(),
                new JsonArray().add(new JsonObject()),
                new JsonObject().put("nobody", "reads this")));
    for (Object wrong : wrongValues()) {
      JsonObject all = new JsonObject();
      FIELDS.forEach(field -> all.put(field, wrong));
      bodies.add(all);
      for (String field : FIELDS) {
        bodies.add(new JsonObject().put("itemId", "1001").put("userId", "u1").put(field, wrong));
      }
    }
    for (int i = 0; i < RANDOM_BODIES; i++) {
      bodies.add(randomBody());
    }
    return bodies;
  }

  private static List<Object> wrongValues() {
    return Arrays.asList(
        null, -1, 1.5, Long.MAX_VALUE, true, new JsonArray().add(1), new JsonObject().put("a", 1));
  }

  private Object randomBody() {
    if (random.nextInt(4) == 0) {
      byte[] bytes = new byte[random.nextInt(200)];
      random.nextBytes(bytes);
      return Buffer.buffer(bytes);
    }
    JsonObject body = new JsonObject();
    for (String field : FIELDS) {
      if (random.nextInt(4) == 0) {
        body.put(field, field.equals("actor") ? 1 : randomValue());
      }
    }
    return body;
  }

  private Object randomValue() {
    return switch (random.nextInt(7)) {
      case 0 -> random.nextLong();
      case 1 -> random.nextDouble();
      case 2 -> random.nextBoolean();
      case 3 -> new JsonArray().add(random.nextInt());
      case 4 -> new JsonObject().put("status", random.nextInt());
      case 5 -> "x".repeat(random.nextInt(2000));
      default -> Integer.toString(random.nextInt());
    };
  }

  private String request(String address, Object body) {
    Future<Object> answer =
        bus.eventBus().request(address, body, PATIENT).map(message -> (Object) message.body());
    Throwable failure =
        SaleFixture.wait(answer.transform(done -> Future.succeededFuture(done.cause())));
    if (failure == null) {
      return null;
    }
    ReplyException reply = (ReplyException) failure;
    Outcome outcome = Outcome.ofFailureCode(reply.failureCode());
    boolean refused =
        reply.failureType() == ReplyFailure.RECIPIENT_FAILURE
            && (body instanceof JsonObject
                ? !FAULTS.contains(outcome)
                : outcome == Outcome.BAD_REQUEST);
    return refused ? null : address + " <- " + shown(body) + ": " + outcome + " " + shown(reply);
  }

  private static String shown(Object body) {
    String text = String.valueOf(body);
    return text.substring(0, Math.min(text.length(), 300));
  }

  @Test
  @DisplayName("rubbish on the bus is refused or passed over, whatever it is, and the sale goes on")
  void sellsOn() throws Exception {
    sale.open(ITEM, 10);
    assertThat(sale.buy(ITEM, "before").code()).isEqualTo("ACCEPTED");
    List<Object> bodies = bodies();

    for (String address : addresses(true)) {
      bodies.forEach(body -> bus.eventBus().publish(address, body));
    }
    Set<String> wrong = new TreeSet<>();
    for (String address : addresses(false)) {
      for (Object body : bodies) {
        String complaint = request(address, body);
        if (complaint != null) {
          wrong.add(complaint);
        }
      }
    }

    assertThat(wrong).as("seed " + seed).isEmpty();
    assertThat(uncaught).as("seed " + seed).isEmpty();
    assertThat(sale.buy(ITEM, "after").code()).isEqualTo("ACCEPTED");
    assertThat(sale.settled(ITEM).orders()).hasSize(2);
    List<String> heard =
        addresses(true).stream().filter(address -> !UNHEARD.contains(address)).toList();
    String metrics = Scrape.of(sale.services().managementPort());
    assertThat(heard)
        .allSatisfy(
            address ->
                assertThat(metrics)
                    .contains(
                        "seckill_bus_passed_over_total{address=\""
                            + address
                            + "\",reason=\"BODY\""));
  }
}
