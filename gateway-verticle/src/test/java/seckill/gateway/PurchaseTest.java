package seckill.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.json.JsonObject;
import java.net.http.HttpRequest.BodyPublishers;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import seckill.contract.OrderIds;
import seckill.contract.Outcome;

class PurchaseTest extends GateTest {

  @Test
  @DisplayName("an accepted purchase is answered 202 with the order id and where to ask for it")
  void acceptsAPurchase() {
    Reply reply = gate.buy("u1", ITEM);

    assertThat(reply.status()).isEqualTo(202);
    assertThat(reply.json())
        .isEqualTo(
            new JsonObject()
                .put("code", "ACCEPTED")
                .put("orderId", till.orderOf("u1"))
                .put("itemId", ITEM)
                .put("status", "QUEUED")
                .put("replayed", false));
    assertThat(OrderIds.isValid(reply.orderId())).isTrue();
    assertThat(reply.header("Location"))
        .isEqualTo("/api/orders/" + reply.orderId() + "?itemId=" + ITEM);
    assertThat(reply.header("Cache-Control")).isEqualTo("private, no-store");
  }

  @Test
  @DisplayName("a second purchase without a key is DUPLICATE and carries the first order id")
  void tellsTheFirstOrder() {
    String first = gate.buy("u1", ITEM).orderId();

    Reply second = gate.buy("u1", ITEM);

    assertThat(second.status()).isEqualTo(409);
    assertThat(second.code()).isEqualTo("DUPLICATE");
    assertThat(second.orderId()).isEqualTo(first);
    assertThat(second.json().getBoolean("retryable")).isFalse();
  }

  @Test
  @DisplayName("an item that has not started carries its start time")
  void tellsTheStart() {
    till.forced = Outcome.NOT_STARTED;

    Reply reply = gate.buy("u1", ITEM);

    assertThat(reply.status()).isEqualTo(409);
    assertThat(reply.json().getString("startAt")).isEqualTo("2027-01-15T08:00:00Z");
  }

  @ParameterizedTest(name = "{0}")
  @EnumSource(names = {"PAUSED", "BUSY", "DEGRADED"})
  @DisplayName("where waiting helps, the answer says so and says how long")
  void saysHowLongToWait(Outcome outcome) {
    till.forced = outcome;

    Reply reply = gate.buy("u1", ITEM);

    assertThat(reply.status()).isEqualTo(503);
    assertThat(reply.code()).isEqualTo(outcome.name());
    assertThat(reply.json().getBoolean("retryable")).isTrue();
    assertThat(reply.header("Retry-After")).isEqualTo("1");
  }

  @ParameterizedTest(name = "{0}")
  @EnumSource(
      names = {
        "SOLD_OUT",
        "NOT_FOUND",
        "NOT_STARTED",
        "ENDED",
        "PAUSED",
        "NOT_ADMITTED",
        "BUSY",
        "DEGRADED"
      })
  @DisplayName("every refusal of the till is a problem with its own status and code")
  void tellsEveryRefusal(Outcome outcome) {
    till.forced = outcome;

    Reply reply = gate.buy("u1", ITEM);

    assertThat(reply.status()).isEqualTo(outcome.httpStatus());
    assertThat(reply.code()).isEqualTo(outcome.name());
    assertThat(reply.header("Content-Type")).isEqualTo("application/problem+json");
    assertThat(reply.json().fieldNames())
        .contains("type", "title", "status", "detail", "code", "retryable");
    assertThat(reply.json().getInteger("status")).isEqualTo(outcome.httpStatus());
  }

  @Test
  @DisplayName("a Chinese buyer hears a refusal in Chinese, with the same code")
  void speaksTheBuyersLanguage() {
    till.forced = Outcome.SOLD_OUT;

    Reply reply = gate.buy("u1", ITEM, "Accept-Language", "zh-CN,zh;q=0.9");

    assertThat(reply.json().getString("title")).isEqualTo("已售罄");
    assertThat(reply.code()).isEqualTo("SOLD_OUT");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "/api/items/1001/purchases | {\"userId\":\"uB\"}",
        "/api/items/1001/purchases | {\"userId\":null}",
        "/api/items/1001/purchases | {\"userId\":[\"uA\"]}",
        "/api/items/1001/purchases | {\"user\":\"uB\"}",
        "/api/items/1001/purchases?userId=uB | {}",
        "/api/items/1001/purchases?userId=uA&userId=uB | {}"
      })
  @DisplayName("another user in body or query is refused, and never buys")
  void buysOnlyForTheTokensSubject(String path, String body) {
    Reply reply = gate.post(path, TestTokens.of("uA"), body);

    assertThat(reply.status()).isIn(400, 403);
    assertThat(till.batches).isEmpty();
    assertThat(gate.buy("uB", ITEM).status()).isEqualTo(202);
  }

  @Test
  @DisplayName("the token's own user may be named, and headers that name another are not read")
  void ignoresHeadersThatNameAnotherUser() {
    Reply reply =
        gate.send(
                gate.request("/api/items/1001/purchases?userId=uA", TestTokens.of("uA"))
                    .header("X-User-Id", "uB")
                    .header("Content-Type", "application/json")
                    .POST(BodyPublishers.ofString("{\"userId\":\"uA\"}")))
            .join();

    assertThat(reply.status()).isEqualTo(202);
    assertThat(till.orderOf("uA")).isEqualTo(reply.orderId());
    assertThat(till.orderOf("uB")).isNull();
  }

  @Test
  @DisplayName("a reference travels to the till; an over-long or odd one is refused")
  void carriesTheReference() {
    assertThat(gate.buyWith("u1", ITEM, "{\"reference\":\"购物车-7 🛒\"}").status()).isEqualTo(202);
    assertThat(till.batches.get(0).attempts().get(0).reference()).isEqualTo("购物车-7 🛒");

    for (String odd : new String[] {"\"\"", "null", "7", "\"" + "x".repeat(65) + "\"", "\"\\n\""}) {
      assertThat(gate.buyWith("u2", ITEM, "{\"reference\":" + odd + "}").status())
          .as(odd)
          .isEqualTo(400);
    }
  }

  @Test
  @DisplayName("the two users beyond 2^53 are two users")
  void keepsLongUserIdsApart() {
    assertThat(gate.buy("9007199254740993", ITEM).code()).isEqualTo("ACCEPTED");
    assertThat(gate.buy("9007199254740992", ITEM).code()).isEqualTo("ACCEPTED");
    assertThat(till.holderCount()).isEqualTo(2);
  }
}
