package seckill.standalone.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import seckill.contract.Outcome;

class PacedTest {
  private static final Duration LIMIT = Duration.ofMinutes(1);

  private final AtomicInteger calls = new AtomicInteger();

  private Future<Reply> answer(Outcome first) {
    Outcome outcome = calls.getAndIncrement() == 0 ? first : Outcome.ACCEPTED;
    JsonObject body = new JsonObject().put("code", outcome.name());
    return Future.succeededFuture(new Reply(outcome.httpStatus(), body));
  }

  @ParameterizedTest
  @DisplayName("what a demo loads is tried again while a store or a service is away")
  @ValueSource(strings = {"DEGRADED", "BUSY", "PENDING", "RATE_LIMITED"})
  void triesAgain(Outcome passing) {
    Reply reply = Paced.callUntilSettled(() -> answer(passing), LIMIT, "cannot try");
    assertThat(reply.code()).isEqualTo("ACCEPTED");
    assertThat(calls).hasValue(2);
  }

  @ParameterizedTest
  @DisplayName("a refusal is told at once")
  @ValueSource(strings = {"BAD_REQUEST", "CONFLICT", "ENDED", "UNAUTHENTICATED", "FORBIDDEN"})
  void tellsRefusals(Outcome refusal) {
    Reply reply = Paced.callUntilSettled(() -> answer(refusal), LIMIT, "cannot try");
    assertThat(reply.code()).isEqualTo(refusal.name());
    assertThat(calls).hasValue(1);
  }

  @Test
  @DisplayName("what lasts longer than the limit is told as it is")
  void givesUp() {
    Reply reply =
        Paced.callUntilSettled(
            () -> Future.succeededFuture(new Reply(503, new JsonObject().put("code", "DEGRADED"))),
            Duration.ofMillis(1500),
            "cannot try");
    assertThat(reply.code()).isEqualTo("DEGRADED");
  }
}
