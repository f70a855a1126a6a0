package seckill.standalone.lab.trial;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class StockWatcherTest {
  private final StockWatcher watcher = new StockWatcher("stock", "the end");
  private long micros = 1_700_000_000_000_000L;

  private void hear(String command) {
    micros += 10;
    watcher.hear(
        String.format(
            "%d.%06d [0 127.0.0.1:5000] %s", micros / 1_000_000, micros % 1_000_000, command));
  }

  @Test
  @DisplayName(
      "the stock is known after every command: moments, stretches, depth and time below zero")
  void countsMoments() {
    hear("\"SET\" \"stock\" \"1\"");
    hear("\"decr\" \"stock\"");
    hear("\"decr\" \"stock\"");
    hear("\"decr\" \"stock\"");
    hear("\"incr\" \"stock\"");
    hear("\"incr\" \"stock\"");
    hear("\"decr\" \"stock\"");
    hear("\"get\" \"stock\"");
    hear("\"incr\" \"stock\"");

    assertThat(watcher.seen()).isEqualTo(new StockWatcher.Seen(3, 2, -2, 30 + 20, 0));
  }

  @Test
  @DisplayName("other keys, and what is no command, say nothing of the stock")
  void ignoresOthers() {
    watcher.hear("OK");
    hear("\"decr\" \"other\"");
    hear("\"ping\"");

    assertThat(watcher.seen()).isEqualTo(new StockWatcher.Seen(0, 0, 0, 0, 0));
    assertThat(watcher.over().isComplete()).isFalse();
  }

  @Test
  @DisplayName("the watch is over when the mark is heard, not before")
  void endsWithMark() {
    hear("\"echo\" \"another end\"");
    assertThat(watcher.over().isComplete()).isFalse();

    hear("\"ECHO\" \"the end\"");
    assertThat(watcher.over().succeeded()).isTrue();
  }
}
