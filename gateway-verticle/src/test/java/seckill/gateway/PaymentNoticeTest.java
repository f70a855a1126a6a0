package seckill.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.time.Clock;
import java.time.Instant;
import java.util.HexFormat;
import java.util.Map;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import seckill.contract.Addresses;
import seckill.contract.Outcome;
import seckill.testkit.MovingClock;

class PaymentNoticeTest extends GateTest {
  private static final String SECRET = "a-secret-of-the-payment-provider-1";
  private static final String FORMER = "a-secret-of-the-payment-provider-0";
  private static final String ORDER = "0198c0f0-0000-7000-8000-000000000001";
  private static final String OTHER = "0198c0f0-0000-7000-8000-000000000002";
  private static final Instant NOW = Instant.parse("2026-12-01T02:00:00Z");

  @Override
  Map<String, String> environment() {
    return Map.of(
        "SECKILL_PAYMENT_SECRET", SECRET,
        "SECKILL_PAYMENT_FORMER_SECRET", FORMER,
        "SECKILL_PAYMENT_TOLERANCE_SECONDS", "60");
  }

  @Override
  Clock clock() {
    return new MovingClock(NOW);
  }

  private static String body(String orderId) {
    return "{ \"orderId\":\"" + orderId + "\", \"paymentId\":\"p-1\",\"amountCents\":149900}";
  }

  private static String digest(String secret, long time, String body) {
    try {
      Mac mac = Mac.getInstance("HmacSHA256");
      mac.init(new SecretKeySpec(secret.getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
      return HexFormat.of()
          .formatHex(mac.doFinal((time + "." + body).getBytes(StandardCharsets.UTF_8)));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  private static String signature(String secret, long time, String body) {
    return "t=" + time + ",v1=" + digest(secret, time, body);
  }

  private static String signed(String body) {
    return signature(SECRET, NOW.getEpochSecond(), body);
  }

  private Reply send(String orderId, String body, String signature) {
    HttpRequest.Builder request =
        gate.request("/api/orders/" + orderId + "/payment-notices", null)
            .header("Content-Type", "application/json")
            .POST(BodyPublishers.ofString(body));
    if (signature != null) {
      request.header("Payment-Signature", signature);
    }
    return gate.send(request).join();
  }

  private void penSays(String outcome) {
    till.answer(
        Addresses.ORDER_PAY,
        () ->
            new JsonObject()
                .put("orderId", ORDER)
                .put("paymentId", "p-1")
                .put("outcome", outcome)
                .put("repeated", false));
  }

  @Test
  @DisplayName("a signed notice reaches the pen as it is, and the answer says what came of it")
  void takesNotices() {
    penSays("PAID");
    Reply reply = send(ORDER, body(ORDER), signed(body(ORDER)));
    assertThat(reply.status()).isEqualTo(200);
    assertThat(reply.json().getString("outcome")).isEqualTo("PAID");
    assertThat(till.requests)
        .containsExactly(new JsonObject(body(ORDER)).put("address", Addresses.ORDER_PAY));
    penSays("REFUND_DUE");
    assertThat(send(ORDER, body(ORDER), signed(body(ORDER))).status()).isEqualTo(200);
    penSays("TAKING");
    assertThat(send(ORDER, body(ORDER), signed(body(ORDER))).status()).isEqualTo(202);
  }

  @Test
  @DisplayName("while keys change, the former one and several signatures at once are accepted")
  void rotates() {
    penSays("PAID");
    String body = body(ORDER);
    long now = NOW.getEpochSecond();
    String unknown = digest("a-secret-that-nobody-has-agreed-on", now, body);
    assertThat(send(ORDER, body, signature(FORMER, now, body)).status()).isEqualTo(200);
    assertThat(
            send(ORDER, body, "t=" + now + ", v1=" + unknown + ", v1=" + digest(SECRET, now, body))
                .status())
        .isEqualTo(200);
    assertThat(send(ORDER, body, "t=" + now + ",v1=" + unknown).status()).isEqualTo(403);
    assertThat(send(ORDER, body, "v0=abc,v2=de," + signed(body)).status()).isEqualTo(200);
  }

  @ParameterizedTest
  @ValueSource(longs = {-3600, -61, 61, 3600, 100_000_000_000L})
  @DisplayName("a signature of another time is refused, so that an old notice cannot be replayed")
  void otherTimes(long seconds) {
    penSays("PAID");
    long time = NOW.getEpochSecond() + seconds;
    Reply reply = send(ORDER, body(ORDER), signature(SECRET, time, body(ORDER)));
    assertThat(reply.status()).isEqualTo(403);
    assertThat(reply.json().getString("detail")).contains("too old, or from the future");
    assertThat(till.requests).isEmpty();
    long close = NOW.getEpochSecond() + Math.max(-60, Math.min(60, seconds));
    assertThat(send(ORDER, body(ORDER), signature(SECRET, close, body(ORDER))).status())
        .isEqualTo(200);
  }

  @Test
  @DisplayName("without a signature of exactly this body nothing is read, let alone paid")
  void forgeries() {
    penSays("PAID");
    String body = body(ORDER);
    long now = NOW.getEpochSecond();
    String digest = digest(SECRET, now, body);
    String cut = digest.substring(1);
    for (String forged :
        new String[] {
          null,
          "",
          "x",
          "t=" + now,
          "v1=" + digest,
          "t=" + (now + 1) + ",v1=" + digest,
          "t=" + now + ",v1=" + cut,
          "t=" + now + ",v1=0" + cut,
          "t=" + now + ",v1=" + digest + "00",
          "t=-" + now + ",v1=" + digest,
          "t=" + now + ",v0=" + digest,
          "t=1,t=" + now + ",v1=" + digest,
          "t=" + now + ",t=1,v1=" + digest,
          "t=" + now + ",t=" + now + ",v1=" + digest,
          "t=" + now + ",t =1,v1=" + digest,
          "t=" + now + ",T=1,v1=" + digest,
          "t=" + now + ",t=,v1=" + digest,
          "t=" + now + ",v1=" + digest + ",",
          "t=" + now + ",v1=" + digest + ",v1=00",
          "t=" + now + ",v1=" + digest + ",x=1",
          "t=" + now + ",v1=" + digest + ",v01=" + digest,
          "t=" + now + ",v1=" + digest + ",v0=1,v0=2,v0=3,v0=4",
          "t=" + now + ",,,,,,,v1=" + digest,
          "t=" + now + ",v1=" + digest("a-secret-that-nobody-has-agreed-on", now, body),
          signed(body + " "),
          signed(body.strip().replace(" ", ""))
        }) {
      Reply reply = send(ORDER, body, forged);
      assertThat(reply.status()).as(String.valueOf(forged)).isEqualTo(403);
      assertThat(reply.code()).isEqualTo("FORBIDDEN");
    }
    assertThat(send(ORDER, "not json", "t=1,v1=00").status()).isEqualTo(403);
    HttpRequest.Builder twice =
        gate.request("/api/orders/" + ORDER + "/payment-notices", null)
            .header("Content-Type", "application/json")
            .header("Payment-Signature", signed(body))
            .header("Payment-Signature", signed(body))
            .POST(BodyPublishers.ofString(body));
    assertThat(gate.send(twice).join().json().getString("detail")).contains("more than once");
    assertThat(till.requests).isEmpty();
  }

  @Test
  @DisplayName("a signed notice cannot be sent to another order's address")
  void otherOrder() {
    penSays("PAID");
    Reply reply = send(OTHER, body(ORDER), signed(body(ORDER)));
    assertThat(reply.status()).isEqualTo(400);
    String without = "{\"paymentId\":\"p-1\",\"amountCents\":149900}";
    assertThat(send(ORDER, without, signed(without)).status()).isEqualTo(400);
    assertThat(till.requests).isEmpty();
  }

  @Test
  @DisplayName("what a provider says besides is neither refused nor passed on")
  void ignoresTheRest() {
    penSays("PAID");
    String body =
        new JsonObject(body(ORDER))
            .put("currency", "CNY")
            .put("actor", "bank")
            .put("method", new JsonObject().put("card", new JsonArray().add(1)))
            .encode();
    assertThat(send(ORDER, body, signed(body)).status()).isEqualTo(200);
    assertThat(till.requests)
        .containsExactly(new JsonObject(body(ORDER)).put("address", Addresses.ORDER_PAY));
  }

  @Test
  @DisplayName("refused notices are counted by the code of the answer")
  void countsRefusals() {
    penSays("PAID");
    send(ORDER, body(ORDER), null);
    send(ORDER, body(ORDER), signed("other"));
    send(ORDER, "[]", signed("[]"));
    send("1", body(ORDER), signed(body(ORDER)));
    till.fail(Addresses.ORDER_PAY, Outcome.AMOUNT_MISMATCH, "not the price");
    send(ORDER, body(ORDER), signed(body(ORDER)));
    till.fail(Addresses.ORDER_PAY, Outcome.PENDING, "not yet");
    send(ORDER, body(ORDER), signed(body(ORDER)));
    assertThat(refused("FORBIDDEN") + refused("BAD_REQUEST")).isEqualTo(4);
    assertThat(refused("AMOUNT_MISMATCH") + refused("PENDING")).isEqualTo(2);
  }

  private double refused(String reason) {
    return gate.meters
        .get("seckill.gateway.payment.refusals")
        .tag("reason", reason)
        .counter()
        .count();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "[]",
        "{",
        "{\"currency\":\"CNY\"}",
        "{\"orderId\":\"" + ORDER + "\",\"orderId\":\"" + ORDER + "\",\"amountCents\":1}"
      })
  @DisplayName("a signed body that is no notice is refused")
  void malformed(String body) {
    penSays("PAID");
    assertThat(send(ORDER, body, signed(body)).status()).isEqualTo(400);
    assertThat(till.requests).isEmpty();
  }

  @Test
  @DisplayName("what the pen refuses is told with its code, and whether to send it again")
  void refusals() {
    String body = body(ORDER);
    till.fail(Addresses.ORDER_PAY, Outcome.PENDING, "not yet");
    Reply early = send(ORDER, body, signed(body));
    assertThat(early.status()).isEqualTo(503);
    assertThat(early.code()).isEqualTo("PENDING");
    assertThat(early.json().getBoolean("retryable")).isTrue();
    assertThat(early.header("Retry-After")).isNotNull();
    till.fail(Addresses.ORDER_PAY, Outcome.AMOUNT_MISMATCH, "not the price");
    assertThat(send(ORDER, body, signed(body)).status()).isEqualTo(422);
    till.fail(Addresses.ORDER_PAY, Outcome.CONFLICT, "another payment");
    assertThat(send(ORDER, body, signed(body)).status()).isEqualTo(409);
    till.leave(Addresses.ORDER_PAY);
    Reply away = send(ORDER, body, signed(body));
    assertThat(away.status()).isEqualTo(503);
    assertThat(away.json().getBoolean("retryable")).isTrue();
  }

  @Test
  @DisplayName("a token neither replaces a signature nor is needed beside it")
  void tokensDoNotMatter() {
    penSays("PAID");
    Reply reply =
        gate.post("/api/orders/" + ORDER + "/payment-notices", TestTokens.of("u1"), body(ORDER));
    assertThat(reply.status()).isEqualTo(403);
    assertThat(gate.get("/api/orders/" + ORDER + "/payment-notices", null).status()).isEqualTo(405);
  }

  @Test
  @DisplayName("without a secret no notice is taken, and the answer says why")
  void switchedOff() {
    TestGate closed = new TestGate(vertx);
    Reply reply =
        closed
            .send(
                closed
                    .request("/api/orders/" + ORDER + "/payment-notices", null)
                    .header("Payment-Signature", signed(body(ORDER)))
                    .POST(BodyPublishers.ofString(body(ORDER))))
            .join();
    assertThat(reply.status()).isEqualTo(404);
    assertThat(reply.json().getString("detail")).contains("payment.secret");
    closed.stop();
  }
}
