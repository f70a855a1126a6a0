package seckill.order;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GatherPauseTest {

  @ParameterizedTest
  @DisplayName("the pause grows with the streams that had something, within half a second")
  @CsvSource({
    "20, 0, 0",
    "20, 1, 20",
    "20, 10, 20",
    "20, 11, 40",
    "20, 100, 200",
    "20, 250, 500",
    "20, 1000, 500",
    "0, 1000, 0",
    "1000, 1, 1000",
    "1000, 1000, 1000",
  })
  void grows(long shortest, int streams, long expected) {
    assertThat(GatherPause.millis(shortest, streams)).isEqualTo(expected);
  }
}
