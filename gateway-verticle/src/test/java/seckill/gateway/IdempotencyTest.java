package seckill.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.Socket;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class IdempotencyTest extends GateTest {
  private static final String KEY = "Idempotency-Key";

  @Override
  long stock() {
    return 1;
  }

  @Test
  @DisplayName("a buyer whose answer was lost hears the same order id on every retry")
  void repeatsALostAnswer() throws IOException {
    loseTheAnswerOf("u1", "press-1");
    await().until(() -> till.orderOf("u1") != null);
    String order = till.orderOf("u1");
    // Sold out by now, and the gate knows it.
    assertThat(gate.buy("u2", ITEM).code()).isEqualTo("SOLD_OUT");
    await().until(() -> till.filterFetches == 1);

    Reply sameKey = gate.buy("u1", ITEM, KEY, "press-1");
    Reply noKey = gate.buy("u1", ITEM);
    Reply freshKey = gate.buy("u1", ITEM, KEY, "press-2");

    assertThat(sameKey.status()).isEqualTo(202);
    assertThat(sameKey.json().getBoolean("replayed")).isTrue();
    assertThat(noKey.code()).isEqualTo("DUPLICATE");
    assertThat(freshKey.code()).isEqualTo("DUPLICATE");
    assertThat(sameKey.orderId()).isEqualTo(order);
    assertThat(noKey.orderId()).isEqualTo(order);
    assertThat(freshKey.orderId()).isEqualTo(order);
    assertThat(till.holderCount()).isEqualTo(1);
  }

  private void loseTheAnswerOf(String userId, String key) throws IOException {
    try (Socket socket = new Socket("127.0.0.1", gate.port())) {
      String request =
          "POST /api/items/1001/purchases HTTP/1.1\r\nHost: gate\r\nAuthorization: Bearer "
              + TestTokens.of(userId)
              + "\r\nIdempotency-Key: "
              + key
              + "\r\n\r\n";
      socket.getOutputStream().write(request.getBytes(StandardCharsets.UTF_8));
      socket.getOutputStream().flush();
      await().until(() -> !till.batches.isEmpty());
    }
  }

  @Test
  @DisplayName("the same key with other parameters is refused with 422 and the order id")
  void refusesAReusedKey() {
    String path = "/api/items/1001/purchases";
    String order = gate.buy("u1", ITEM, KEY, "press-1").orderId();

    Reply reply =
        gate.send(
                gate.request(path, TestTokens.of("u1"))
                    .header(KEY, "press-1")
                    .header("Content-Type", "application/json")
                    .POST(BodyPublishers.ofString("{\"reference\":\"other\"}")))
            .join();

    assertThat(reply.status()).isEqualTo(422);
    assertThat(reply.code()).isEqualTo("KEY_REUSED");
    assertThat(reply.orderId()).isEqualTo(order);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "with space", "caf\u00e9"})
  @DisplayName("a key that is empty or not visible ASCII is refused")
  void refusesOddKeys(String key) throws IOException {
    String answer =
        gate.rawTarget(
            "POST",
            "/api/items/1001/purchases",
            "Authorization: Bearer " + TestTokens.of("u1"),
            KEY + ": " + key);

    assertThat(answer).startsWith("HTTP/1.1 400 ");
    assertThat(till.batches).isEmpty();
  }

  @Test
  @DisplayName("an over-long key is refused")
  void refusesALongKey() {
    assertThat(gate.buy("u1", ITEM, KEY, "k".repeat(129)).status()).isEqualTo(400);
    assertThat(gate.buy("u1", ITEM, KEY, "k".repeat(128)).status()).isEqualTo(202);
  }
}
