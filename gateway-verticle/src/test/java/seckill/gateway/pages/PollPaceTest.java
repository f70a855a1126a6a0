package seckill.gateway.pages;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.json.JsonObject;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import seckill.config.SettingsLoader;

class PollPaceTest {
  private static final long SECOND = TimeUnit.SECONDS.toNanos(1);

  private final PageSettings settings =
      PageSettings.of(
          new SettingsLoader("gateway")
              .load(
                  new JsonObject(),
                  Map.of(
                      "SECKILL_PAGES_POLL_MILLIS", "1000",
                      "SECKILL_PAGES_MAX_POLL_MILLIS", "15000",
                      "SECKILL_PAGES_POLLS_PER_SECOND", "100")));
  private long nanos;
  private final PollPace pace = new PollPace(settings, () -> nanos);
  private long told = 1000;

  /** Seconds in which so many pages ask as often as they are told to. */
  private long after(int seconds, int pages) {
    double asked = 0;
    for (int i = 0; i < seconds; i++) {
      double questions = pages * 1000.0 / told;
      for (asked += questions; asked >= 1; asked--) {
        nanos += (long) (SECOND / questions);
        told = pace.next();
      }
    }
    return told;
  }

  @Test
  @DisplayName("few pages ask as often as they may")
  void few() {
    assertThat(after(10, 90)).isEqualTo(1000);
  }

  @Test
  @DisplayName("ten times as many pages are told to ask ten times less often, up to the longest")
  void many() {
    assertThat(after(30, 1000)).isBetween(8000L, 12_000L);
    assertThat(after(30, 100_000)).isEqualTo(15_000);
  }

  @Test
  @DisplayName("once they have left, the others hear news as soon as before")
  void again() {
    after(30, 1000);
    assertThat(after(60, 50)).isEqualTo(1000);
  }
}
