package seckill.standalone.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class PacedTest {

  private static Reply ask(Duration limit, AtomicInteger asked, int goodFrom) {
    return Paced.call(
        () -> {
          int status = asked.incrementAndGet() < goodFrom ? 429 : 201;
          return Future.succeededFuture(new Reply(status, new JsonObject()));
        },
        limit,
        "ask");
  }

  @Test
  @DisplayName("a request that is told to slow down is made again until it is answered")
  void asksAgain() {
    AtomicInteger asked = new AtomicInteger();

    assertThat(ask(Duration.ofMinutes(1), asked, 3).status()).isEqualTo(201);
    assertThat(asked).hasValue(3);
  }

  @Test
  @DisplayName("patience ends with the limit")
  void givesUp() {
    AtomicInteger asked = new AtomicInteger();

    assertThat(ask(Duration.ofNanos(1), asked, 3).status()).isEqualTo(429);
    assertThat(asked).hasValue(1);
  }
}
