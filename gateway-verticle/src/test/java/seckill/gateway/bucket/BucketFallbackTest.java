package seckill.gateway.bucket;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What passes while the shared bucket is out of reach. */
class BucketFallbackTest extends BucketCase {

  @ParameterizedTest
  @CsvSource({"50, 1000, 50", "1000, 50, 50", "0, 1000, 0", "0.5, 1000, 0.5"})
  @DisplayName("out of reach, one gateway lets the smaller of the two rates pass by itself")
  void fallback(double fallback, double perSecond, double expected) {
    bucket.away = true;
    SharedBucket gateway = gateway(settings("perSecond", perSecond, "fallbackPerSecond", fallback));
    int passed = 0;
    for (int i = 0; i < 10_000; i++) {
      passed += passes(gateway) ? 1 : 0;
      bucket.advance(1, TimeUnit.MILLISECONDS);
    }
    assertThat((double) passed).isBetween(expected * 10 - 1, expected * 10 + 2);
    assertThat(bucket.wants).hasSizeLessThanOrEqualTo(21);
  }

  @Test
  @DisplayName("those who waited when the bucket got out of reach pass by the fallback's rate")
  void waitersFallBack() {
    SharedBucket gateway = gateway(settings("perSecond", 1_000, "fallbackPerSecond", 100));
    Promise<Lease> lost = Promise.promise();
    SharedBucket cut =
        new SharedBucket(
            settings("perSecond", 1_000, "fallbackPerSecond", 100),
            (settings, want) -> lost.future(),
            bucket::now,
            Promise::promise);
    List<Future<Long>> waiting = new ArrayList<>();
    for (int i = 0; i < 50; i++) {
      waiting.add(request(cut));
    }
    lost.fail("no answer");
    assertThat(waiting).allMatch(Future::isComplete);
    // One, and those whom the tolerance of a chunk lets come early.
    assertThat(waiting.stream().filter(answer -> answer.result() == SharedBucket.PASS_ALONE))
        .hasSizeBetween(1, 3);
    assertThat(passes(gateway)).isTrue();
  }

  @Test
  @DisplayName("a fault while asking counts as out of reach")
  void sourceThrows() {
    SharedBucket gateway =
        new SharedBucket(
            settings(),
            (settings, want) -> {
              throw new IllegalStateException("closed");
            },
            bucket::now,
            Promise::promise);
    assertThat(request(gateway).result()).isEqualTo(SharedBucket.PASS_ALONE);
  }

  @Test
  @DisplayName("once within reach again the shared rate holds at once")
  void comesBack() {
    SharedBucket gateway = gateway(settings("perSecond", 100_000, "fallbackPerSecond", 1));
    bucket.away = true;
    assertThat(passed(gateway, 100)).isLessThan(3);
    bucket.away = false;
    bucket.advance(500, TimeUnit.MILLISECONDS);
    passes(gateway);
    assertThat(passed(gateway, 1_000)).isEqualTo(1_000);
  }
}
