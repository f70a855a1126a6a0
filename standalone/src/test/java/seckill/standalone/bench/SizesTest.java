package seckill.standalone.bench;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class SizesTest {
  @Test
  @DisplayName("users and stock grow tenfold from 10^3 up to the largest")
  void sizes() {
    assertThat(Sizes.upTo(10_000_000))
        .containsExactly(1_000L, 10_000L, 100_000L, 1_000_000L, 10_000_000L);
    assertThat(Sizes.upTo(10)).containsExactly(10L);
  }

  @Test
  @DisplayName("batches go from 1 to 256, items from 1 to 1,000")
  void batches() {
    assertThat(Sizes.batches()).containsExactly(1, 2, 4, 8, 16, 32, 64, 128, 256);
    assertThat(Sizes.items(10_000_000)).containsExactly(1, 10, 100, 1_000);
    assertThat(Sizes.mostItems(50)).isEqualTo(10);
  }
}
