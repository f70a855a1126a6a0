package seckill.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.vertx.core.json.JsonObject;
import java.time.Clock;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import seckill.contract.Addresses;
import seckill.contract.Outcome;
import seckill.testkit.TestVertx;

class SoldOutTest extends GateTest {

  @Override
  long stock() {
    return 1;
  }

  @Override
  Map<String, String> environment() {
    // So long that no probe goes through while a test looks.
    return Map.of("SECKILL_BOARD_PROBE_MILLIS", "60000");
  }

  private void sellOut() {
    assertThat(gate.buy("holder", ITEM).code()).isEqualTo("ACCEPTED");
    assertThat(gate.buy("first", ITEM).code()).isEqualTo("SOLD_OUT");
    awaitLocalAnswers(gate);
  }

  private void awaitLocalAnswers(TestGate of) {
    await()
        .until(
            () -> {
              int asked = till.batches.size();
              return of.buy("stranger", ITEM).code().equals("SOLD_OUT")
                  && till.batches.size() == asked;
            });
  }

  @Test
  @DisplayName("strangers hear SOLD_OUT without the till, holders hear their order from the till")
  void answersStrangersLocally() {
    sellOut();
    int asked = till.batches.size();

    Reply stranger = gate.buy("stranger", ITEM);
    assertThat(stranger.status()).isEqualTo(409);
    assertThat(stranger.header("Cache-Control")).isEqualTo("private, no-store");
    assertThat(till.batches).hasSize(asked);
    Reply holder = gate.buy("holder", ITEM);

    assertThat(holder.code()).isEqualTo("DUPLICATE");
    assertThat(holder.orderId()).isEqualTo(till.orderOf("holder"));
    assertThat(till.batches).hasSize(asked + 1);
    assertThat(gate.meters.get("seckill.gateway.board.answers").counter().count()).isPositive();
  }

  @Test
  @DisplayName("that an item is gone is told before the token is verified, a holder's order is not")
  void tellsNoOrderToForgers() {
    sellOut();
    String forged = TestTokens.of("stranger") + "x";
    String forgedHolder = TestTokens.of("holder") + "x";
    String path = "/api/items/" + ITEM + "/purchases";

    assertThat(gate.post(path, forged, "").code()).isEqualTo("SOLD_OUT");
    assertThat(gate.post(path, forgedHolder, "").code()).isEqualTo("UNAUTHENTICATED");
    assertThat(gate.post(path, null, "").code()).isEqualTo("UNAUTHENTICATED");
  }

  @Test
  @DisplayName("issuers may write claims as they like: their buyers are answered here all the same")
  void answersHoweverClaimsAreWritten() {
    sellOut();
    int asked = till.batches.size();
    long exp = Instant.now().getEpochSecond() + 3600;
    for (String claims :
        new String[] {
          "{ \"sub\": \"stranger\", \"exp\": " + exp + " }",
          "{\"iss\":\"https:\\/\\/shop.example\",\"sub\":\"stranger\",\"exp\":" + exp + "}",
          "{\"\\u0073ub\":\"str\\u0061nger\",\"exp\":" + exp + "}"
        }) {
      String token =
          TestTokens.sign(new JsonObject().put("alg", "HS256"), claims, TestTokens.SECRET);
      Reply reply = gate.post("/api/items/" + ITEM + "/purchases", token, "");
      assertThat(reply.code()).as(claims).isEqualTo("SOLD_OUT");
      String holder =
          claims.replace("stranger", "holder").replace("str\\u0061nger", "h\\u006flder");
      token = TestTokens.sign(new JsonObject().put("alg", "HS256"), holder, TestTokens.SECRET);
      reply = gate.post("/api/items/" + ITEM + "/purchases", token, "");
      assertThat(reply.code()).as(holder).isEqualTo("DUPLICATE");
    }
    assertThat(till.batches).as("the holders' own").hasSize(asked + 3);
    assertThat(subjects("READ")).isGreaterThanOrEqualTo(6);
    assertThat(subjects("UNREADABLE")).isZero();
  }

  private double subjects(String result) {
    return gate.meters
        .get("seckill.gateway.token.subjects")
        .tag("result", result)
        .counter()
        .count();
  }

  @Test
  @DisplayName("while most tokens cannot be read there is a warning, and the gateway stays ready")
  void warnsOfUnreadableTokens() {
    sellOut();
    String unreadable =
        TestTokens.sign(
            new JsonObject().put("alg", "HS256"), "{\"sub\":4711,\"exp\":1}", TestTokens.SECRET);
    for (int i = 0; i < 200; i++) {
      assertThat(gate.post("/api/items/" + ITEM + "/purchases", unreadable, "").status())
          .isEqualTo(401);
    }
    assertThat(subjects("UNREADABLE")).isEqualTo(200);
    JsonObject ready = TestVertx.await(gate.health.ready());
    assertThat(ready.getString("status")).isEqualTo("UP");
    assertThat(ready.getJsonObject("checks").getString("token-subjects"))
        .startsWith("WARN: the subject of ");
  }

  @Test
  @DisplayName("an event opens a restocked item at once")
  void opensOnTheEvent() {
    sellOut();
    till.restock(1);
    vertx.eventBus().publish(Addresses.EVENT_RESTOCKED, new JsonObject().put("itemId", ITEM));

    await().until(() -> gate.buy("second", ITEM).code().equals("ACCEPTED"));
  }

  @Test
  @DisplayName("a lost event is healed by a probe")
  void opensByAProbe() {
    TestGate probing =
        new TestGate(vertx, Clock.systemUTC(), Map.of("SECKILL_BOARD_PROBE_MILLIS", "900"));
    assertThat(gate.buy("holder", ITEM).code()).isEqualTo("ACCEPTED");
    assertThat(probing.buy("first", ITEM).code()).isEqualTo("SOLD_OUT");
    awaitLocalAnswers(probing);
    till.restock(1);

    await().until(() -> probing.buy("second", ITEM).code().equals("ACCEPTED"));
  }

  @Test
  @DisplayName("a pause is told within the probe interval, with and without its event")
  void tellsAPause() {
    sellOut();
    till.forced = Outcome.PAUSED;
    vertx
        .eventBus()
        .publish(
            Addresses.EVENT_ITEM_STATUS,
            new JsonObject().put("itemId", ITEM).put("status", "PAUSED"));

    await().until(() -> gate.buy("second", ITEM).code().equals("PAUSED"));
  }

  @Test
  @DisplayName("who bought through another gateway while an event was lost hears their order")
  void learnsOfSalesElsewhere() {
    sellOut();
    TestGate other = new TestGate(vertx);
    till.restock(1);
    assertThat(other.buy("elsewhere", ITEM).code()).isEqualTo("ACCEPTED");
    // Any answer of the till tells this gateway of the new count.
    assertThat(gate.buy("holder", ITEM).code()).isEqualTo("DUPLICATE");

    Reply retry = gate.buy("elsewhere", ITEM);

    assertThat(retry.code()).isEqualTo("DUPLICATE");
    assertThat(retry.orderId()).isEqualTo(till.orderOf("elsewhere"));
  }
}
