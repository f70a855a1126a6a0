package seckill.runtime.inbound;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class RefusalLogTest {
  private final List<String> counted = new ArrayList<>();
  private final Deque<Runnable> timers = new ArrayDeque<>();
  private final List<String> lines = new ArrayList<>();
  private final RefusalLog log = new RefusalLog(counted::add, timers::add, lines::add);

  @Test
  @DisplayName("the first refusal is told at once, the others together once per interval")
  void tellsTogether() {
    log.count("EXP", "the token is expired");
    assertThat(lines).containsExactly("1 {EXP=1}, the last: the token is expired");

    for (int i = 0; i < 1000; i++) {
      log.count(i % 4 == 0 ? "SUB" : "EXP", "reason " + i);
    }
    assertThat(lines).hasSize(1);
    assertThat(counted).hasSize(1001);
    timers.remove().run();

    assertThat(lines).hasSize(2);
    assertThat(lines.get(1)).isEqualTo("1000 {EXP=750, SUB=250}, the last: reason 999");
  }

  @Test
  @DisplayName("after a quiet interval the next refusal is told at once again")
  void startsAgain() {
    log.count("EXP", "a");
    timers.remove().run();
    assertThat(timers).as("nobody waits for nothing").isEmpty();
    assertThat(lines).hasSize(1);

    log.count("EXP", "b");

    assertThat(lines).hasSize(2);
    assertThat(timers).hasSize(1);
  }
}
