package seckill.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.net.http.HttpRequest.BodyPublishers;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import seckill.contract.Addresses;
import seckill.contract.Outcome;

class CancelTest extends GateTest {
  private static final String ORDER = "0198c0f0-0000-7000-8000-000000000001";
  private static final String PATH = "/api/orders/" + ORDER + "/cancel";
  private static final String USER = TestTokens.of("u1");

  private Reply cancel(String path, String token) {
    return gate.send(gate.request(path, token).POST(BodyPublishers.noBody())).join();
  }

  @Test
  @DisplayName("callers cancel for themselves alone, and nothing of it is kept by a cache")
  void cancels() {
    JsonObject ended =
        new JsonObject()
            .put("orderId", ORDER)
            .put("itemId", ITEM)
            .put("status", "CANCELLED")
            .put("already", false);
    till.answer(Addresses.ORDER_CANCEL, () -> ended);

    Reply reply = cancel(PATH + "?itemId=1001", USER);

    assertThat(reply.status()).isEqualTo(200);
    assertThat(reply.json()).isEqualTo(ended);
    assertThat(reply.header("Cache-Control")).isEqualTo("private, no-store");
    assertThat(till.requests)
        .containsExactly(
            new JsonObject()
                .put("orderId", ORDER)
                .put("userId", "u1")
                .put("itemId", ITEM)
                .put("address", Addresses.ORDER_CANCEL));
    assertThat(cancel(PATH, null).status()).isEqualTo(401);
    assertThat(cancel(PATH + "?userId=u2", USER).status()).isEqualTo(403);
    assertThat(cancel("/api/orders/1/cancel", USER).status()).isEqualTo(400);
    assertThat(cancel(PATH + "?itemId=01", USER).status()).isEqualTo(400);
    assertThat(gate.post(PATH, USER, "{\"userId\":\"u2\"}").status()).isEqualTo(400);
    assertThat(till.requests).hasSize(1);
  }

  @Test
  @DisplayName("an order that is still being written is to be cancelled again in a moment")
  void stillQueued() {
    till.fail(Addresses.ORDER_CANCEL, Outcome.PENDING, "being written");
    Reply reply = cancel(PATH, USER);
    assertThat(reply.status()).isEqualTo(409);
    assertThat(reply.code()).isEqualTo("PENDING");
    assertThat(reply.json().getBoolean("retryable")).isTrue();
    assertThat(reply.json().getString("detail")).contains("being written");
    assertThat(reply.header("Retry-After")).isNotNull();
  }

  @Test
  @DisplayName("a paid order stays, an unknown one may still show up, both in the buyer's language")
  void refusals() {
    till.fail(Addresses.ORDER_CANCEL, Outcome.CONFLICT, "paid");
    Reply paid =
        gate.send(
                gate.request(PATH, USER)
                    .header("Accept-Language", "zh-CN")
                    .POST(BodyPublishers.noBody()))
            .join();
    assertThat(paid.status()).isEqualTo(409);
    assertThat(paid.code()).isEqualTo("CONFLICT");
    assertThat(paid.json().getBoolean("retryable")).isFalse();
    assertThat(paid.json().getString("detail")).contains("已付款");
    till.fail(Addresses.ORDER_CANCEL, Outcome.NOT_FOUND, "no such order");
    Reply unknown = cancel(PATH, USER);
    assertThat(unknown.status()).isEqualTo(404);
    assertThat(unknown.json().getBoolean("retryable")).isTrue();
    till.fail(Addresses.ORDER_CANCEL, Outcome.DEGRADED, "MySQL is away");
    Reply away = cancel(PATH, USER);
    assertThat(away.status()).isEqualTo(503);
    assertThat(away.body()).doesNotContain("MySQL");
  }

  @Test
  @DisplayName("callers list their own orders, all or of one item")
  void lists() {
    JsonObject orders =
        new JsonObject()
            .put(
                "orders",
                new JsonArray()
                    .add(new JsonObject().put("orderId", ORDER).put("status", "CANCELLED")));
    till.answer(Addresses.ORDER_LIST, () -> orders);
    Reply reply = gate.get("/api/orders", USER);
    assertThat(reply.status()).isEqualTo(200);
    assertThat(reply.json()).isEqualTo(orders);
    assertThat(reply.header("Cache-Control")).isEqualTo("private, no-store");
    assertThat(gate.get("/api/orders?itemId=1001", USER).json()).isEqualTo(orders);
    assertThat(till.requests)
        .containsExactly(
            new JsonObject().put("userId", "u1").put("address", Addresses.ORDER_LIST),
            new JsonObject()
                .put("userId", "u1")
                .put("itemId", ITEM)
                .put("address", Addresses.ORDER_LIST));
    assertThat(gate.get("/api/orders", null).status()).isEqualTo(401);
    assertThat(gate.get("/api/orders?userId=u2", USER).status()).isEqualTo(403);
    assertThat(gate.get("/api/orders?itemId=x", USER).status()).isEqualTo(400);
  }
}
