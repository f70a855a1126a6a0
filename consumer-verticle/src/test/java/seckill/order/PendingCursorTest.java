package seckill.order;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class PendingCursorTest {
  private final PendingCursor cursor = new PendingCursor();

  private static List<StreamEntry> page(String... ids) {
    return List.of(ids).stream().map(id -> new StreamEntry(id, Map.of(), true)).toList();
  }

  @Test
  @DisplayName("pages are read one after the other, and the empty one is the last")
  void pages() {
    assertThat(cursor.isOpen()).isFalse();
    cursor.beginAgain();
    assertThat(cursor.isOpen()).isTrue();

    assertThat(cursor.next()).isEqualTo(OrderStreams.START);
    cursor.goOnAfter(page("1-0", "2-0"));
    assertThat(cursor.next()).isEqualTo("2-0");
    cursor.goOnAfter(page());

    assertThat(cursor.isOpen()).isFalse();
  }

  @Test
  @DisplayName("asked to begin again while a page is on its way, it begins at the first entry")
  void askedMeanwhile() {
    cursor.beginAgain();
    cursor.next();
    cursor.goOnAfter(page("1-0"));

    cursor.next();
    cursor.beginAgain();
    cursor.goOnAfter(page());

    assertThat(cursor.isOpen()).isTrue();
    assertThat(cursor.next()).isEqualTo(OrderStreams.START);
    cursor.beginAgain();
    cursor.goOnAfter(page("1-0"));
    assertThat(cursor.next()).isEqualTo(OrderStreams.START);
  }
}
