package seckill.gateway.edge;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AddressTableTest {
  private static final long WINDOW = 1_000_000;

  private static int passed(AddressTable table, long address, long now, int times) {
    int passed = 0;
    for (int i = 0; i < times; i++) {
      if (table.tryPass(address, address, now, WINDOW)) {
        passed++;
      }
    }
    return passed;
  }

  @Test
  @DisplayName("a time stops counting when the window since it is over, and not before")
  void keepsTheEdges() {
    AddressTable table = new AddressTable(2, 512);

    assertThat(passed(table, 1, 0, 2)).isEqualTo(2);
    assertThat(passed(table, 1, WINDOW - 1, 5)).isZero();
    assertThat(passed(table, 1, WINDOW, 5)).isEqualTo(2);
    assertThat(passed(table, 1, WINDOW + WINDOW / 2, 5)).isZero();
  }

  @Test
  @DisplayName("what was refused does not count, so a flood never prolongs its own refusal")
  void refusedDoNotCount() {
    AddressTable table = new AddressTable(1, 512);

    int passed = 0;
    for (long now = 0; now < 10 * WINDOW; now += WINDOW / 100) {
      passed += passed(table, 1, now, 3);
    }

    assertThat(passed).isEqualTo(10);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 20, 1000})
  @DisplayName("any order of times passes exactly what a list of all times would let pass")
  void agreesWithTheModel(int limit) {
    long seed = new Random().nextLong();
    System.out.println("seed " + seed + ", limit " + limit);
    Random random = new Random(seed);
    AddressTable table = new AddressTable(limit, 4096);
    Map<Long, Deque<Long>> model = new HashMap<>();
    // Before, at and after the point where the lower 32 bits start again, or from below 0.
    long now = random.nextBoolean() ? 0xffff_ffffL - 3 * WINDOW : -50 * WINDOW;
    for (int step = 0; step < 60_000; step++) {
      now += random.nextInt(4) == 0 ? (long) (random.nextDouble() * 3 * WINDOW / limit) : 0;
      now += random.nextInt(5000) == 0 ? random.nextInt(5) * 0x4000_0000L : 0;
      long address = random.nextInt(10);
      boolean expected = modelPass(model, address, now, limit);
      assertThat(table.tryPass(address, ~address, now, WINDOW))
          .as("step %d", step)
          .isEqualTo(expected);
    }
    assertThat(table.tracked()).isEqualTo(10);
    assertThat(table.forgotten()).isZero();
  }

  private static boolean modelPass(
      Map<Long, Deque<Long>> model, long address, long now, int limit) {
    Deque<Long> times = model.computeIfAbsent(address, key -> new ArrayDeque<>());
    while (!times.isEmpty() && now - times.peekFirst() >= WINDOW) {
      times.removeFirst();
    }
    if (times.size() == limit) {
      return false;
    }
    times.addLast(now);
    return true;
  }

  @Test
  @DisplayName("a million addresses take the memory of a thousand, and the newest are remembered")
  void isBounded() {
    AddressTable table = new AddressTable(20, 1024);
    for (long address = 0; address < 1_000_000; address++) {
      assertThat(table.tryPass(0, address, address, WINDOW)).isTrue();
    }

    assertThat(table.tracked()).isEqualTo(1024);
    assertThat(table.forgotten()).isPositive();
    assertThat(passed(table, -1, 1_000_000, 30)).isEqualTo(20);
    assertThat(passed(table, -1, 1_000_000, 1)).isZero();
  }

  @Test
  @DisplayName("of a full set the address that was silent longest is forgotten")
  void forgetsTheIdlest() {
    AddressShelf shelf = new AddressShelf(1, 1);
    for (int address = 0; address < AddressShelf.WAYS; address++) {
      assertThat(shelf.tryPass(0, 0, address, address, WINDOW)).isTrue();
    }

    assertThat(shelf.tryPass(0, 0, 99, 100, WINDOW)).isTrue();
    for (int address = 1; address < AddressShelf.WAYS; address++) {
      assertThat(shelf.tryPass(0, 0, address, 101, WINDOW)).as("%d", address).isFalse();
    }
    assertThat(shelf.tryPass(0, 0, 0, 102, WINDOW)).isTrue();
  }

  @Test
  @DisplayName("many threads together get no more through than one")
  void countsAllThreads() throws Exception {
    AddressTable table = new AddressTable(20, 512);
    int threads = 8;
    ExecutorService pool = Executors.newFixedThreadPool(threads);
    List<Callable<Integer>> work = new ArrayList<>();
    for (int thread = 0; thread < threads; thread++) {
      // Each thread's clock was read at another moment.
      long now = 1000 - thread;
      work.add(() -> passed(table, 7, now, 10_000));
    }
    int passed = 0;
    for (Future<Integer> done : pool.invokeAll(work)) {
      passed += done.get();
    }
    pool.shutdown();

    assertThat(passed).isEqualTo(20);
  }
}
