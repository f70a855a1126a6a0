package seckill.standalone.bench.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class FigureTest {
  @Test
  @DisplayName("the median is the value in the middle, or the mean of the two in the middle")
  void median() {
    assertThat(Figure.of(List.of(9.0, 1.0, 5.0)).median()).isEqualTo(5);
    assertThat(Figure.of(List.of(9.0, 1.0, 5.0, 3.0)).median()).isEqualTo(4);
  }

  @Test
  @DisplayName("a figure reads as median with minimum and maximum, with the places it is worth")
  void text() {
    assertThat(Figure.of(List.of(43119.4, 38082.0, 47148.0)))
        .hasToString("43,119 (38,082 – 47,148)");
    assertThat(Figure.of(List.of(12.34, 9.96, 15.0))).hasToString("12.3 (10.0 – 15.0)");
    assertThat(Figure.of(List.of(0.3391, 0.34, 0.345))).hasToString("0.340 (0.339 – 0.345)");
    assertThat(Figure.of(List.of(0.34))).hasToString("0.340");
  }

  @Test
  @DisplayName("a ratio is taken round by round, so that a slow minute meets both alike")
  void roundByRound() {
    Figure fast = Figure.of(List.of(50.0, 25.0, 10.0));
    Figure yardstick = Figure.of(List.of(100.0, 50.0, 20.0));
    assertThat(fast.to(yardstick).values()).containsOnly(0.5);
  }

  @Test
  @DisplayName("a ratio of figures with other rounds is that of the medians")
  void ofMedians() {
    Figure one = Figure.of(List.of(30.0));
    assertThat(one.to(Figure.of(List.of(50.0, 60.0, 90.0))).values()).containsExactly(0.5);
  }

  @Test
  @DisplayName("a goal is met on its bound, and a missed one tells by how much")
  void goal() {
    Goal atLeast = new Goal("a", Figure.of(List.of(0.45)), 0.5, true);
    assertThat(atLeast.met()).isFalse();
    assertThat(atLeast.row()).containsExactly("a", "0.450", "≥ 0.50", "missed by 10.0 %");
    assertThat(new Goal("a", Figure.of(List.of(0.5)), 0.5, true).row()).endsWith("met");

    Goal atMost = new Goal("p99, ms", Figure.of(List.of(12.0)), 10, false);
    assertThat(atMost.row()).containsExactly("p99, ms", "12.0", "≤ 10", "missed by 20.0 %");
    assertThat(new Goal("p99", Figure.of(List.of(10.0)), 10, false).met()).isTrue();
  }
}
