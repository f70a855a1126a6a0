package seckill.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.vertx.core.buffer.Buffer;
import java.util.List;
import java.util.function.IntFunction;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HolderFilterTest {
  private static final List<IntFunction<String>> KINDS =
      List.of(i -> "u" + i, i -> Integer.toHexString(i) + "@shop.example", i -> "用户🍾" + i);

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 1000, 100_000})
  @DisplayName(
      "no holder is ever missed, and of strangers fewer than one in fifty is taken for one")
  void filters(int users) {
    for (IntFunction<String> kind : KINDS) {
      HolderFilter filter = new HolderFilter(users, users);
      for (int i = 0; i < users; i++) {
        filter.add(kind.apply(i));
      }
      HolderFilter read = HolderFilter.fromBuffer(filter.toBuffer());
      assertThat(read.acceptedTotal()).isEqualTo(users);
      for (int i = 0; i < users; i++) {
        assertThat(read.mayHold(kind.apply(i))).isTrue();
      }
      int strangers = 100_000;
      int wrong = 0;
      for (int i = users; i < users + strangers; i++) {
        wrong += read.mayHold(kind.apply(i)) ? 1 : 0;
      }
      assertThat(wrong).isLessThan(strangers / 50);
    }
  }

  @Test
  @DisplayName("the size of the binary form is known beforehand")
  void knowsItsSize() {
    for (int users : new int[] {0, 1, 63, 64, 1000, 1_000_000}) {
      assertThat(new HolderFilter(1, users).toBuffer().length())
          .isEqualTo((int) HolderFilter.bytesFor(users));
    }
  }

  @Test
  @DisplayName("a filter that is cut off, goes on or lies about its length is refused")
  void refusesDamagedFilters() {
    Buffer buffer = new HolderFilter(1, 20).toBuffer();
    for (int length = 0; length < buffer.length(); length++) {
      Buffer cut = buffer.getBuffer(0, length);
      assertThatThrownBy(() -> HolderFilter.fromBuffer(cut))
          .isInstanceOf(IllegalArgumentException.class);
    }
    for (Buffer bad :
        List.of(
            buffer.copy().appendLong(0),
            buffer.copy().appendByte((byte) 0),
            buffer.copy().setLong(8, Long.MAX_VALUE),
            buffer.copy().setLong(8, -1))) {
      assertThatThrownBy(() -> HolderFilter.fromBuffer(bad))
          .isInstanceOf(IllegalArgumentException.class);
    }
  }
}
