package seckill.order.notice;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static seckill.order.notice.Delivery.Kind.REFUSED;
import static seckill.order.notice.Delivery.Kind.RETRY;
import static seckill.order.notice.Delivery.Kind.UNREACHABLE;

import io.vertx.core.json.JsonObject;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import seckill.config.SettingsLoader;
import seckill.order.notice.RetryRules.Step;

class RetryRulesTest {
  private static final Clock NOON =
      Clock.fixed(Instant.parse("2026-11-11T12:00:00Z"), ZoneOffset.UTC);

  private final RetryRules rules =
      new RetryRules(
          NoticeSettings.of(
              new SettingsLoader("consumer")
                  .load(
                      new JsonObject()
                          .put(
                              "notify",
                              new JsonObject()
                                  .put("retryMinMillis", 100)
                                  .put("retryMaxMillis", 5000)
                                  .put("maxAttempts", 10)),
                      Map.of())));

  private static Delivery retry(long waitMillis) {
    return new Delivery(RETRY, "status 503", waitMillis);
  }

  @Test
  @DisplayName("waits double from try to try, with jitter, up to the longest")
  void waitsGrow() {
    for (int before = 0; before < 9; before++) {
      long ceiling = Math.min(5000, 100L << before);
      Step step = rules.after(retry(0), before);
      assertThat(step.givenUp()).isFalse();
      assertThat(step.attempts()).isEqualTo(before + 1);
      assertThat(step.waitMillis()).isBetween(ceiling / 2, ceiling);
    }
  }

  @Test
  @DisplayName("the receiver's wait is kept to, between our own and the longest")
  void receiverMayAskForMore() {
    assertThat(rules.after(retry(2000), 0).waitMillis()).isEqualTo(2000);
    assertThat(rules.after(retry(3_600_000), 0).waitMillis()).isEqualTo(5000);
    assertThat(rules.after(retry(1), 6).waitMillis()).isGreaterThanOrEqualTo(2500);
  }

  @Test
  @DisplayName("the last try and a refusal give up; nobody there costs no try")
  void givesUp() {
    assertThat(rules.after(retry(0), 9).givenUp()).isTrue();
    assertThat(rules.after(new Delivery(REFUSED, "status 400", 0), 0))
        .isEqualTo(new Step(true, 1, 0, "status 400"));
    assertThat(rules.after(new Delivery(UNREACHABLE, "refused", 0), 9))
        .isEqualTo(new Step(false, 9, 100, "refused"));
  }

  @Test
  @DisplayName("what a receiver says is kept short and without control characters")
  void reasonIsCleaned() {
    Step step = rules.after(new Delivery(REFUSED, "no\r\n\u001b[31m " + "x".repeat(9999), 0), 0);

    assertThat(step.error()).hasSize(400).startsWith("no [31m x");
  }

  @ParameterizedTest
  @CsvSource({
    "120, 120000",
    "0, 0",
    "99999999999999999999, 86400000",
    "'Wed, 11 Nov 2026 12:01:30 GMT', 90000",
    "'Wed, 11 Nov 2026 11:00:00 GMT', 0",
    "-5, 0",
    "soon, 0",
    "'', 0",
    ", 0",
  })
  @DisplayName("Retry-After is seconds or a date, and nonsense is as good as none")
  void retryAfter(String header, long millis) {
    assertThat(RetryAfter.millis(header, NOON)).isEqualTo(millis);
  }

  @Test
  @DisplayName("the signature is HMAC-SHA256 over time, a point and the body, in hex")
  void signature() {
    WebhookSignature signature = new WebhookSignature("0123456789abcdef");
    byte[] body = "{\"id\":\"1\"}".getBytes(UTF_8);
    String expected = "98c3274253c6305de0abc0d2fc01bcd82605c76b1f1ac782b7b597cf824bbfd7";

    assertThat(signature.of(1_796_000_000L, body)).isEqualTo("t=1796000000,v1=" + expected);
    assertThat(signature.of(1_796_000_000L, body)).as("again").endsWith(expected);
    assertThat(signature.of(1_796_000_001L, body)).doesNotContain(expected);
  }
}
