package seckill.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import seckill.gateway.token.SubjectReadings;
import seckill.gateway.token.TokenSettings;

class SubjectReadingsTest {
  private static final String GOOD = "h." + TestTokens.encode("{\"sub\":\"u1\"}") + ".s";
  private static final String BAD = "h." + TestTokens.encode("{\"sub\":1}") + ".s";
  private static final long WINDOW = TimeUnit.SECONDS.toNanos(60);

  private final AtomicLong nanos = new AtomicLong(Long.MAX_VALUE - 1000);
  private final SubjectReadings readings =
      new SubjectReadings(
          TokenSettings.of(TestGate.settings(Map.of("SECKILL_TOKEN_WARN_AFTER", "10"))),
          nanos::get,
          new SimpleMeterRegistry());

  private void read(String token, int times) {
    for (int i = 0; i < times; i++) {
      readings.subjectOf(token);
    }
  }

  private boolean warns() {
    return readings.check().failed();
  }

  @Test
  @DisplayName("a warning needs enough tokens, and that most of them cannot be read")
  void needsMost() {
    read(BAD, 9);
    assertThat(warns()).isFalse();
    read(BAD, 1);
    assertThat(warns()).isTrue();
    read(GOOD, 10);
    assertThat(warns()).as("one half is not most").isFalse();
    read(BAD, 1);
    assertThat(warns()).isTrue();
  }

  @Test
  @DisplayName("the warning looks at the latest window that has enough tokens, and ends by itself")
  void forgets() {
    read(BAD, 10);
    nanos.addAndGet(WINDOW);
    assertThat(warns()).as("nothing newer is known").isTrue();
    read(GOOD, 10);
    assertThat(warns()).isFalse();
    nanos.addAndGet(WINDOW);
    read(BAD, 10);
    assertThat(warns()).isTrue();
    nanos.addAndGet(2 * WINDOW);
    assertThat(warns()).as("nobody came for long").isFalse();
  }
}
