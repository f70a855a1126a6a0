package seckill.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.json.JsonObject;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TimeLeftTest {
  @ParameterizedTest
  @ValueSource(longs = {0, 1, -1, Long.MAX_VALUE, Long.MIN_VALUE, Long.MAX_VALUE - 1})
  @DisplayName("time left ends when so many milliseconds have passed, wherever the count stands")
  void ends(long now) {
    long end = TimeLeft.endNanos(2_000, now);
    assertThat(TimeLeft.isOver(end, now)).isFalse();
    assertThat(TimeLeft.isOver(end, now + TimeUnit.MILLISECONDS.toNanos(1_999))).isFalse();
    assertThat(TimeLeft.isOver(end, now + TimeUnit.MILLISECONDS.toNanos(2_000))).isTrue();
    assertThat(TimeLeft.isOver(TimeLeft.endNanos(0, now), now)).isTrue();
    assertThat(TimeLeft.isOver(TimeLeft.endNanos(Long.MIN_VALUE, now), now)).isTrue();
    assertThat(TimeLeft.isOver(TimeLeft.endNanos(Long.MAX_VALUE - 1, now), now)).isFalse();
    assertThat(TimeLeft.isOver(TimeLeft.endNanos(TimeLeft.UNLIMITED, now), now)).isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {"{}", "{\"timeLeftMillis\":null}"})
  @DisplayName("a request that tells no time left has no limit")
  void absent(String request) {
    assertThat(TimeLeft.of(new JsonObject(request))).isEqualTo(TimeLeft.UNLIMITED);
  }
}
