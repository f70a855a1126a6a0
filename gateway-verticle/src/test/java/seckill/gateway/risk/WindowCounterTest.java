package seckill.gateway.risk;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class WindowCounterTest {
  private static final long WINDOW = 10_000;

  @Test
  @DisplayName("a member counts once in a window, and again in the next")
  void countsMembersOnce() {
    MemberCounter counter = new MemberCounter(1024);
    assertThat(counter.add(1, 7, 0, WINDOW)).isEqualTo(1);
    assertThat(counter.add(1, 7, 9_999, WINDOW)).isEqualTo(1);
    assertThat(counter.add(1, 8, 9_999, WINDOW)).isEqualTo(2);
    assertThat(counter.add(2, 8, 9_999, WINDOW)).isEqualTo(1);
    assertThat(counter.add(1, 7, 10_000, WINDOW)).isEqualTo(1);
  }

  @Test
  @DisplayName("windows of different lengths do not meet")
  void windowsAreApart() {
    WindowCounter counter = new WindowCounter(1024);
    counter.add(1, 0, WINDOW);
    assertThat(counter.count(1, 0, WINDOW)).isEqualTo(1);
    assertThat(counter.count(1, 0, 2 * WINDOW)).isZero();
    assertThat(counter.count(1, WINDOW, WINDOW)).isZero();
  }

  @Test
  @DisplayName("counts are right as long as the table has room, and never too high beyond")
  void neverTooHigh() {
    long seed = System.nanoTime();
    System.getLogger("seed").log(System.Logger.Level.INFO, "seed {0}", Long.toString(seed));
    for (int tracked : new int[] {1 << 16, 1024}) {
      Random random = new Random(seed);
      MemberCounter counter = new MemberCounter(tracked);
      Map<Long, Set<Long>> exact = new HashMap<>();
      int right = 0;
      int total = 20_000;
      long window = -1;
      for (int i = 0; i < total; i++) {
        long now = i;
        if (now / WINDOW != window) {
          window = now / WINDOW;
          exact.clear();
        }
        long key = random.nextInt(2_000);
        long member = random.nextInt(5_000);
        Set<Long> members = exact.computeIfAbsent(key, k -> new HashSet<>());
        members.add(member);
        int counted = counter.add(key, member, now, WINDOW);
        assertThat(counted).as("seed %d", seed).isLessThanOrEqualTo(members.size());
        right += counted == members.size() ? 1 : 0;
      }
      if (tracked > total) {
        assertThat((double) right / total).as("seed %d", seed).isGreaterThan(0.99);
      }
    }
  }

  @Test
  @DisplayName("a count stops at its end and never starts again")
  void saturates() {
    WindowCounter counter = new WindowCounter(1024);
    for (int i = 0; i < 70_000; i++) {
      counter.add(1, 0, WINDOW);
    }
    assertThat(counter.count(1, 0, WINDOW)).isEqualTo(CellTable.MOST);
  }

  @Test
  @DisplayName("a million keys leave the cells of their window to those of the next")
  void isReused() {
    MemberCounter counter = new MemberCounter(1024);
    for (int i = 0; i < 1_000_000; i++) {
      counter.add(i, i, 0, WINDOW);
    }
    int counted = 0;
    for (int i = 0; i < 500; i++) {
      counted += counter.add(i, i, 2 * WINDOW, WINDOW);
    }
    assertThat(counted).isGreaterThan(450);
  }

  @Test
  @DisplayName("event loops that count together never count too much")
  void threads() throws InterruptedException {
    MemberCounter counter = new MemberCounter(1 << 16);
    int threads = 4;
    int members = 10_000;
    CountDownLatch done = new CountDownLatch(threads);
    for (int thread = 0; thread < threads; thread++) {
      new Thread(
              () -> {
                for (int i = 0; i < members; i++) {
                  counter.add(1, i, 0, WINDOW);
                }
                done.countDown();
              })
          .start();
    }
    assertThat(done.await(30, TimeUnit.SECONDS)).isTrue();
    assertThat(counter.add(1, 0, 0, WINDOW)).isBetween(members / 2, members);
  }
}
