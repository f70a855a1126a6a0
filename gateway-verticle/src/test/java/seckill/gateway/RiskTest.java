package seckill.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Purchases that a risk rule points at, over HTTP: all come from one address. */
class RiskTest extends GateTest {
  private static final int DELAY_MILLIS = 300;

  @Override
  long stock() {
    return 100;
  }

  @Override
  Map<String, String> environment() {
    return Map.of(
        "SECKILL_RISK_SHARED_ADDRESS_THRESHOLD", "40",
        "SECKILL_RISK_SHARED_ADDRESS_VERDICT", "DELAY",
        "SECKILL_RISK_SHARED_DEVICE_THRESHOLD", "1",
        "SECKILL_RISK_SHARED_DEVICE_VERDICT", "REFUSE",
        "SECKILL_RISK_DELAY_MILLIS", "" + DELAY_MILLIS,
        "SECKILL_RISK_MAX_DELAYED", "5");
  }

  private List<Reply> crowd(int first, int last) {
    List<CompletableFuture<Reply>> sent = new ArrayList<>();
    for (int i = first; i < last; i++) {
      sent.add(gate.buyAsync("u" + i, ITEM));
    }
    return sent.stream().map(CompletableFuture::join).toList();
  }

  @Test
  @DisplayName(
      "forty accounts behind one address buy; of more some wait a moment, and all is counted")
  void delays() {
    assertThat(crowd(0, 40)).allMatch(reply -> reply.code().equals("ACCEPTED"));
    long begin = System.nanoTime();
    List<Reply> more = crowd(40, 60);
    assertThat(Duration.ofNanos(System.nanoTime() - begin).toMillis())
        .isGreaterThanOrEqualTo(DELAY_MILLIS);
    long accepted = more.stream().filter(reply -> reply.code().equals("ACCEPTED")).count();
    assertThat(accepted).isBetween(5L, 20L);
    assertThat(more.stream().filter(reply -> reply.code().equals("RATE_LIMITED")))
        .hasSize((int) (20 - accepted))
        .allMatch(reply -> reply.header("Retry-After").equals("5"));
    JsonObject found = gate.get("/admin/risk", TestTokens.admin("op1")).json();
    assertThat(found.getJsonObject("verdicts").getJsonObject("sharedAddress").getLong("DELAY"))
        .isEqualTo(20);
    assertThat(found.getJsonArray("recent").getJsonObject(0).getString("reason"))
        .contains("accounts on one address within 60000 ms, more than 40");
    assertThat(found.getJsonObject("settings").getInteger("delayMillis")).isEqualTo(DELAY_MILLIS);
  }

  @Test
  @DisplayName("an account more on one device is told to come again, not kept out for good")
  void refuses() {
    assertThat(gate.buy("u1", ITEM, "Device-Id", "d1").code()).isEqualTo("ACCEPTED");
    Reply reply = gate.buy("u2", ITEM, "Device-Id", "d1");
    assertThat(reply.status()).isEqualTo(429);
    assertThat(reply.code()).isEqualTo("RATE_LIMITED");
    assertThat(reply.header("Retry-After")).isEqualTo("5");
    assertThat(gate.buy("u2", ITEM, "Device-Id", "d2").code()).isEqualTo("ACCEPTED");
    assertThat(gate.get("/admin/risk", TestTokens.of("u1")).code()).isEqualTo("FORBIDDEN");
  }
}
