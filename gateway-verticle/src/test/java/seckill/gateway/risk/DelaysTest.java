package seckill.gateway.risk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.vertx.core.Vertx;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import seckill.contract.Outcome;
import seckill.gateway.gate.Verdict;
import seckill.testkit.TestVertx;

class DelaysTest {
  private static final Verdict REFUSAL = Verdict.refuse(Outcome.RATE_LIMITED, 5);

  private final Vertx vertx = Vertx.vertx();
  private final Delays delays = new Delays(vertx);

  @AfterEach
  void close() {
    TestVertx.await(vertx.close());
  }

  @Test
  @DisplayName("no more wait than may, and each place is free again afterwards")
  void bounded() {
    AtomicInteger refused = new AtomicInteger();
    TestVertx.await(
        vertx.executeBlocking(
            () -> {
              for (int i = 0; i < 10; i++) {
                refused.addAndGet(delays.delay(1, 3, REFUSAL) == REFUSAL ? 1 : 0);
              }
              return null;
            }));
    assertThat(refused.get()).isBetween(1, 7);
    await().until(() -> delays.waiting() == 0);
    assertThat(delays.delay(1, 0, REFUSAL)).isSameAs(REFUSAL);
    assertThat(delays.waiting()).isZero();
  }
}
