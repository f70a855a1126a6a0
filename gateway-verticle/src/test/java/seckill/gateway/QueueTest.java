package seckill.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.vertx.core.Promise;
import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import seckill.contract.Outcome;
import seckill.contract.QueueAnswer;
import seckill.contract.QueueBatch;

class QueueTest extends GateTest {
  private static final String QUEUE = "/api/items/" + ITEM + "/queue";

  private RoomStandIn room;

  @Override
  Map<String, String> environment() {
    return Map.of("SECKILL_QUEUE_TIMEOUT_MILLIS", "60000", "SECKILL_BOARD_PROBE_MILLIS", "60000");
  }

  @BeforeEach
  void openRoom() {
    room = new RoomStandIn(vertx);
  }

  @AfterEach
  void closeRoom() {
    room.close();
  }

  private Reply join(String user) {
    return gate.post(QUEUE, TestTokens.of(user), "{}");
  }

  private Reply look(String user) {
    return gate.get(QUEUE, TestTokens.of(user));
  }

  private Reply leave(String user) {
    return gate.send(gate.request(QUEUE, TestTokens.of(user)).DELETE()).join();
  }

  @Test
  @DisplayName("a join tells the place, a question tells it again, and nobody may keep the answer")
  void joinsAndAsks() {
    join("u1");
    Reply joined = join("u2");
    Reply asked = look("u2");

    for (Reply reply : List.of(joined, asked)) {
      assertThat(reply.status()).isEqualTo(200);
      assertThat(reply.header("Cache-Control")).isEqualTo("private, no-store");
      assertThat(reply.header("Retry-After")).isEqualTo("2");
      assertThat(reply.json())
          .isEqualTo(
              new JsonObject()
                  .put("state", "WAITING")
                  .put("position", 2)
                  .put("ahead", 1)
                  .put("estimateSeconds", 4)
                  .put("chance", "GOOD")
                  .put("pollAfterMillis", 1500));
    }
    assertThat(
            gate.meters
                .get("seckill.gate")
                .tags("layer", "queue", "outcome", "WAITING")
                .functionCounter()
                .count())
        .isPositive();
  }

  @Test
  @DisplayName("an admission tells its end")
  void tellsTheAdmission() {
    room.forced = new QueueAnswer.Admitted(1_800_000_000_000L, 20_000);
    assertThat(look("u1").json())
        .isEqualTo(
            new JsonObject()
                .put("state", "ADMITTED")
                .put("admittedUntil", "2027-01-15T08:00:00Z")
                .put("pollAfterMillis", 20_000));
  }

  @Test
  @DisplayName("leaving ends the place, and leaving again is no error")
  void leaves() {
    join("u1");
    for (int i = 0; i < 2; i++) {
      Reply left = leave("u1");
      assertThat(left.status()).isEqualTo(204);
      assertThat(left.header("Cache-Control")).isEqualTo("private, no-store");
    }
    assertThat(room.leaves.get(0).getString("itemId")).isEqualTo(ITEM);
    assertThat(look("u1").code()).isEqualTo("NOT_FOUND");
  }

  @Test
  @DisplayName("the click time travels as it was told")
  void clickTime() {
    gate.post(QUEUE, TestTokens.of("u1"), "{\"clickedAt\":1800000000123}");
    assertThat(room.joins.get(0).visits().get(0).clickedAtMillis()).isEqualTo(1_800_000_000_123L);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "0",
        "-1",
        "1e308",
        "NaN",
        "\"\"",
        "\"1800000000000\"",
        "null",
        "true",
        "1.5",
        "[]",
        "99999999999999999999999"
      })
  @DisplayName("a click time that is no time is refused before anybody is asked")
  void impossibleClickTimes(String clickedAt) {
    Reply reply = gate.post(QUEUE, TestTokens.of("u1"), "{\"clickedAt\":" + clickedAt + "}");
    assertThat(reply.status()).isEqualTo(400);
    assertThat(reply.code()).isEqualTo("BAD_REQUEST");
    assertThat(room.joins).isEmpty();
  }

  @Test
  @DisplayName("the token alone says who waits")
  void personal() {
    for (String token : new String[] {null, "forged"}) {
      assertThat(gate.get(QUEUE, token).code()).isEqualTo("UNAUTHENTICATED");
      assertThat(gate.post(QUEUE, token, "{}").code()).isEqualTo("UNAUTHENTICATED");
    }
    assertThat(gate.get(QUEUE + "?userId=u2", TestTokens.of("u1")).code()).isEqualTo("FORBIDDEN");
    assertThat(gate.post(QUEUE, TestTokens.of("u1"), "{\"userId\":\"u2\"}").code())
        .isEqualTo("BAD_REQUEST");
    assertThat(gate.get("/api/items/01/queue", TestTokens.of("u1")).code())
        .isEqualTo("BAD_REQUEST");
    assertThat(room.joins).isEmpty();
  }

  @Test
  @DisplayName("each refusal is told by its own name and with what it carries")
  void refusals() {
    for (Outcome outcome :
        List.of(
            Outcome.PLACE_EXPIRED,
            Outcome.ENDED,
            Outcome.PAUSED,
            Outcome.CONFLICT,
            Outcome.NOT_RESERVED,
            Outcome.BUSY)) {
      room.forced = new QueueAnswer.Refused(outcome, null, 0);
      Reply reply = join("u1");
      assertThat(reply.status()).isEqualTo(outcome.httpStatus());
      assertThat(reply.code()).isEqualTo(outcome.name());
      assertThat(reply.header("Cache-Control")).isEqualTo("private, no-store");
    }
    room.forced = new QueueAnswer.Refused(Outcome.NOT_STARTED, null, 1_800_000_000_000L);
    assertThat(join("u1").json().getString("startAt")).isEqualTo("2027-01-15T08:00:00Z");
    String order = "0190a000-0000-7000-8000-000000000001";
    room.forced = new QueueAnswer.Refused(Outcome.DUPLICATE, order, 0);
    assertThat(look("u1").orderId()).isEqualTo(order);
  }

  @Test
  @DisplayName("questions that come while one is under way go together in one message")
  void batches() {
    Promise<Void> hold = Promise.promise();
    room.holds.add(hold.future());
    List<CompletableFuture<Reply>> asked = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      asked.add(gate.send(gate.request(QUEUE, TestTokens.of("u" + i)).GET()));
    }
    await().until(() -> waiting() == 99);
    hold.complete();
    asked.forEach(reply -> assertThat(reply.join().code()).isEqualTo("NOT_FOUND"));

    assertThat(room.looks).hasSize(2);
    assertThat(room.looks.stream().map(QueueBatch::visits).mapToInt(List::size).sum())
        .isEqualTo(100);
  }

  // What has passed the gate and is not in a message under way.
  private long waiting() {
    double passed =
        gate.meters
            .get("seckill.gate")
            .tag("layer", "token")
            .tag("outcome", "PASSED")
            .functionCounter()
            .count();
    return (long) passed - room.looks.stream().mapToInt(batch -> batch.visits().size()).sum();
  }

  @Test
  @DisplayName("without an answer in time a join is DEGRADED, and sent again it finds its place")
  void degraded() {
    TestGate hasty = new TestGate(vertx, clock(), Map.of("SECKILL_QUEUE_TIMEOUT_MILLIS", "100"));
    Promise<Void> never = Promise.promise();
    room.holds.add(never.future());
    Reply lost = hasty.post(QUEUE, TestTokens.of("u1"), "{}");
    assertThat(lost.status()).isEqualTo(503);
    assertThat(lost.code()).isEqualTo("DEGRADED");
    assertThat(lost.header("Retry-After")).isNotNull();
    join("u2");
    assertThat(join("u1").json().getInteger("position")).isEqualTo(1);
    never.complete();
    hasty.stop();

    room.close();
    assertThat(look("u1").code()).isEqualTo("DEGRADED");
  }

  @Test
  @DisplayName("questions about a sold-out item are answered without the till, except a holder's")
  void soldOut() {
    for (int i = 0; i < 10; i++) {
      assertThat(gate.buy("holder" + i, ITEM).code()).isEqualTo("ACCEPTED");
    }
    room.forced = new QueueAnswer.Refused(Outcome.SOLD_OUT, null, 0);
    await()
        .until(
            () -> {
              int before = room.looks.size();
              return look("stranger").code().equals("SOLD_OUT") && room.looks.size() == before;
            });
    int asked = room.joins.size() + room.looks.size();
    for (int i = 0; i < 20; i++) {
      assertThat(join("late" + i).code()).isEqualTo("SOLD_OUT");
    }
    assertThat(room.joins.size() + room.looks.size()).isEqualTo(asked);

    String order = till.orderOf("holder3");
    room.forced = new QueueAnswer.Refused(Outcome.DUPLICATE, order, 0);
    assertThat(look("holder3").orderId()).isEqualTo(order);
    assertThat(room.looks.size() + room.joins.size()).isEqualTo(asked + 1);
  }

  @Test
  @DisplayName("a place outlives the gateway that took it")
  void outlivesTheGateway() {
    TestGate first = new TestGate(vertx);
    for (String user : List.of("u1", "u2", "u3")) {
      first.post(QUEUE, TestTokens.of(user), "{}");
    }
    first.stop();
    assertThat(look("u3").json().getInteger("position")).isEqualTo(3);
  }

  @Test
  @DisplayName("a gateway that does not serve the waiting room says so, and asks nobody")
  void switchedOff() {
    TestGate other = new TestGate(vertx, clock(), Map.of("SECKILL_QUEUE_ENABLED", "false"));
    assertThat(other.get(QUEUE, TestTokens.of("u1")).code()).isEqualTo("NOT_FOUND");
    assertThat(room.looks).isEmpty();
    other.stop();
  }
}
