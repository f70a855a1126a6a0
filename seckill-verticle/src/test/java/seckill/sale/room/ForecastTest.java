package seckill.sale.room;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.json.JsonObject;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import seckill.config.SettingsLoader;
import seckill.contract.QueueAnswer.Chance;
import seckill.contract.QueueAnswer.Waiting;

class ForecastTest {
  private static final long NOW = 1_800_000_000_000L;
  private final RoomSettings settings =
      RoomSettings.of(new SettingsLoader("seckill").load(new JsonObject(), Map.of()));
  private final Forecast forecast = new Forecast(settings);

  private Waiting at(long position, double perSecond, long total, long startsIn, boolean paused) {
    RoomState state =
        new RoomState(NOW, NOW - 1000, NOW + startsIn, 100, 20, perSecond, total, paused);
    return forecast.waiting(state, position, "");
  }

  @ParameterizedTest
  @CsvSource({
    "1, 10, 50, 0, false, 1",
    "100, 10, 50, 0, false, 10",
    "101, 10, 50, -60000, false, 11",
    "5000, 0, 0, 0, false, 5",
    "5000, 0, 0, 30000, false, 35",
    "5000, 0, 50, 0, false, -1",
    "5000, 10, 50, 0, true, -1"
  })
  @DisplayName("the estimate is the time to the opening and position by rate, if they are known")
  void estimate(
      long position, double perSecond, long total, long startsIn, boolean paused, long seconds) {
    assertThat(at(position, perSecond, total, startsIn, paused).estimateSeconds())
        .isEqualTo(seconds);
  }

  @ParameterizedTest
  @CsvSource({
    "1, GOOD",
    "80, GOOD",
    "81, FAIR",
    "130, FAIR",
    "131, POOR",
    "280, POOR",
    "281, NONE"
  })
  @DisplayName("the chance holds those who may buy first against the units left")
  void chance(long position, Chance chance) {
    assertThat(at(position, 10, 50, 0, false).chance()).isEqualTo(chance);
  }

  @ParameterizedTest
  @CsvSource({
    "1, 10, 0, 1000",
    "100, 10, 0, 5000",
    "1000, 10, 0, 20000",
    "1000000, 1000, 0, 20000",
    "1, 10, 600000, 20000"
  })
  @DisplayName("who waits long asks seldom, who is nearly there asks often")
  void pollAfter(long position, double perSecond, long startsIn, long millis) {
    assertThat(at(position, perSecond, 50, startsIn, false).pollAfterMillis()).isEqualTo(millis);
  }

  @Test
  @DisplayName("those who came together do not ask together")
  void spreads() {
    RoomState state = new RoomState(NOW, NOW, NOW, 100, 20, 10, 50, false);
    List<Long> polls =
        IntStream.range(0, 1000)
            .mapToObj(i -> forecast.waiting(state, 1000, "user-" + i).pollAfterMillis())
            .toList();
    assertThat(polls).allSatisfy(poll -> assertThat(poll).isBetween(20_000L, 22_000L));
    assertThat(new HashSet<>(polls)).hasSizeGreaterThan(30);
  }

  @Test
  @DisplayName("a short grace time shortens the questions with it")
  void questionsFitTheGrace() {
    RoomSettings tight =
        RoomSettings.of(
            new SettingsLoader("seckill")
                .load(
                    new JsonObject().put("room", new JsonObject().put("graceMillis", 3000)),
                    Map.of()));
    assertThat(tight.maxPollMillis()).isEqualTo(1000);
    assertThat(tight.freshMillis()).isEqualTo(3000);
  }
}
