package seckill.order.notice;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.LocalDateTime;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class SliceTest {
  private static final LocalDateTime AT = LocalDateTime.of(2026, 11, 11, 0, 0);

  private static Slice rest(long batch, String... orders) {
    return new Slice(batch, NoticeEvent.CREATED, 1, orders.length, 0, List.of(orders), AT);
  }

  @Test
  @DisplayName("a round takes from the oldest on, and of the last batch only what it has room for")
  void takesTheOldest() {
    List<Slice> cut = Slice.cut(List.of(rest(1, "a", "b"), rest(2, "c", "d"), rest(3, "e")), 3);

    assertThat(cut).extracting(Slice::batchId).containsExactly(1L, 2L);
    assertThat(cut.get(1).orderIds()).containsExactly("c");
    assertThat(cut.get(1).size()).isEqualTo(2);
  }

  @Test
  @DisplayName("two events of one order are never in the same round")
  void oneEventPerOrder() {
    List<Slice> cut = Slice.cut(List.of(rest(1, "a", "b"), rest(2, "c"), rest(3, "b")), 10);

    assertThat(cut).extracting(Slice::batchId).containsExactly(1L, 2L);
  }

  @Test
  @DisplayName("a batch without orders is taken, so that it goes away")
  void emptyBatch() {
    assertThat(Slice.cut(List.of(rest(1)), 10)).hasSize(1);
    assertThat(Slice.cut(List.of(), 10)).isEmpty();
  }
}
