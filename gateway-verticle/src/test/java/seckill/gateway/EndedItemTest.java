package seckill.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import seckill.contract.Addresses;
import seckill.contract.Outcome;
import seckill.contract.QueueAnswer;

/** What is told of an item that Redis has forgotten. */
class EndedItemTest extends GateTest {
  private static final String GONE = "4711";

  private void listed(Instant endAt) {
    JsonObject item =
        new JsonObject()
            .put("itemId", GONE)
            .put("startAt", "2026-01-01T00:00:00Z")
            .put("endAt", endAt.toString())
            .put("status", "OPEN");
    till.answer(
        Addresses.ITEM_LIST, () -> new JsonObject().put("items", new JsonArray().add(item.copy())));
    // What was listed before is kept for a moment.
    vertx.eventBus().publish(Addresses.EVENT_PREHEATED, new JsonObject().put("itemId", GONE));
    await().until(() -> gate.get("/api/items/" + GONE, null).status() == 200);
    till.answer(Addresses.CHALLENGE_KEEP, () -> new JsonObject().put("code", "NOT_FOUND"));
    till.answer(
        Addresses.CHALLENGE_ANSWER,
        () -> new JsonObject().put("code", "CHALLENGE_EXPIRED").put("reason", "UNKNOWN"));
  }

  private List<String> codes() {
    String token = TestTokens.of("u1");
    String item = "/api/items/" + GONE;
    RoomStandIn room = new RoomStandIn(vertx);
    room.forced = new QueueAnswer.Refused(Outcome.NOT_FOUND, null, 0);
    till.forced = Outcome.NOT_FOUND;
    String answer = new JsonObject().put("challengeId", "c").put("answer", "1").encode();
    return List.of(
        gate.buy("u1", GONE).code(),
        gate.post(item + "/queue", token, "").code(),
        gate.get(item + "/queue", token).code(),
        gate.get(item + "/challenge", token).code(),
        gate.post(item + "/challenge", token, answer).code());
  }

  @Test
  @DisplayName("after its keys expired, purchase, queue and challenge say ENDED, as the item does")
  void ended() {
    listed(Instant.parse("2026-01-02T00:00:00Z"));
    assertThat(gate.get("/api/items/" + GONE, null).json().getString("state")).isEqualTo("ENDED");
    assertThat(codes()).containsOnly("ENDED");
  }

  @Test
  @DisplayName("an item that is not over, or that nobody knows, is told as before")
  void notEnded() {
    listed(Instant.parse("2036-01-02T00:00:00Z"));
    assertThat(codes())
        .containsExactly("NOT_FOUND", "NOT_FOUND", "NOT_FOUND", "NOT_FOUND", "CHALLENGE_EXPIRED");
  }
}
