package seckill.sale.window;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.redis.client.Response;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import seckill.contract.RedisKeys;
import seckill.testkit.RedisExtension;
import seckill.testkit.TestRedis;

/** The window script by itself, with a clock that the test sets. */
@ExtendWith(RedisExtension.class)
class WindowScriptIT {
  private static final String CLOCK = "redis.call('TIME')";
  private static final String KEY = RedisKeys.DEFAULT.userWindow("u1");
  private static final String FILE_SIZE = "aof_current_size:";
  private static final int LIMIT = 10;
  // Long enough that no key runs out by the real clock while a test looks at it.
  private static final long WINDOW_MILLIS = 600_000;
  private static final long START_MILLIS = 1_800_000_000_000L;

  private TestRedis redis;

  @BeforeEach
  void open(TestRedis redis) {
    this.redis = redis;
  }

  private int pass(long micros, int limit, List<String> users) {
    long now = START_MILLIS * 1000 + micros;
    String source = UserWindow.SCRIPT.source();
    assertThat(source).containsOnlyOnce(CLOCK);
    String clock = "{'" + now / 1_000_000 + "', '" + now % 1_000_000 + "'}";
    List<String> arguments =
        new ArrayList<>(List.of(source.replace(CLOCK, clock), Integer.toString(users.size())));
    users.forEach(user -> arguments.add(RedisKeys.DEFAULT.userWindow(user)));
    arguments.addAll(List.of(Integer.toString(limit), Long.toString(WINDOW_MILLIS)));
    Response refused = redis.command("EVAL", arguments.toArray(String[]::new));
    return users.size() - refused.size();
  }

  private int pass(double windows, int attempts) {
    long micros = (long) (windows * WINDOW_MILLIS * 1000);
    return pass(micros, LIMIT, Collections.nCopies(attempts, "u1"));
  }

  @Test
  @DisplayName("the limit holds across the edge of a second: ten, then none, then ten again")
  void edge() {
    assertThat(pass(0.95, 10)).isEqualTo(10);
    assertThat(pass(1.05, 10)).isZero();
    assertThat(pass(1.96, 10)).isEqualTo(10);
  }

  @Test
  @DisplayName("an entry counts until exactly one window is over, to the microsecond")
  void exactEdge() {
    assertThat(pass(0, LIMIT, Collections.nCopies(10, "u1"))).isEqualTo(10);
    assertThat(pass(WINDOW_MILLIS * 1000 - 1, LIMIT, List.of("u1"))).isZero();
    assertThat(pass(WINDOW_MILLIS * 1000, LIMIT, List.of("u1"))).isEqualTo(1);
  }

  @Test
  @DisplayName("refused attempts are not counted and do not put off the next pass")
  void hammering() {
    assertThat(pass(0, 10)).isEqualTo(10);
    for (int i = 1; i < 100; i++) {
      assertThat(pass(i / 100.0, 5)).isZero();
      assertThat(redis.number("ZCARD", KEY)).isEqualTo(10);
    }
    assertThat(pass(1, 5)).isEqualTo(5);
  }

  @Test
  @DisplayName("never more than the limit in any window, at random times, batches and limits")
  void randomTimes() {
    long seed = Long.getLong("seckill.seed", System.nanoTime());
    System.out.println("[window] -Dseckill.seed=" + seed);
    Random random = new Random(seed);
    List<Long> passed = new ArrayList<>();
    long now = 0;
    for (int step = 0; step < 500; step++) {
      now += random.nextInt((int) (WINDOW_MILLIS * 1000 / 8));
      int attempts = 1 + random.nextInt(4);
      int through = pass(now, LIMIT, Collections.nCopies(attempts, "u1"));
      long from = now - WINDOW_MILLIS * 1000;
      long before = passed.stream().filter(at -> at > from).count();
      assertThat(through)
          .as("seed %d step %d", seed, step)
          .isEqualTo((int) Math.min(attempts, LIMIT - before));
      passed.addAll(Collections.nCopies(through, now));
      assertThat(redis.number("ZCARD", KEY)).isLessThanOrEqualTo(LIMIT);
    }
  }

  @Test
  @DisplayName("attempts of one batch count one by one, in order, each for its user")
  void oneBatch() {
    List<String> users = new ArrayList<>();
    IntStream.range(0, 12).forEach(i -> users.addAll(List.of("u1", "u2")));
    users.add("u3");
    List<String> arguments = new ArrayList<>(List.of(UserWindow.SCRIPT.source(), "25"));
    users.forEach(user -> arguments.add(RedisKeys.DEFAULT.userWindow(user)));
    arguments.addAll(List.of("10", "" + WINDOW_MILLIS));
    assertThat(
            redis.command("EVAL", arguments.toArray(String[]::new)).stream()
                .map(Response::toInteger))
        .containsExactly(21, 22, 23, 24);
    assertThat(redis.number("ZCARD", RedisKeys.DEFAULT.userWindow("u2"))).isEqualTo(10);
    assertThat(redis.number("ZCARD", RedisKeys.DEFAULT.userWindow("u3"))).isEqualTo(1);
  }

  @Test
  @DisplayName("a limit of 0 lets none pass and keeps nothing")
  void zero() {
    assertThat(pass(0, 0, List.of("u1", "u2"))).isZero();
    assertThat(redis.number("DBSIZE")).isZero();
    assertThat(pass(0, LIMIT, List.of("u1"))).isEqualTo(1);
    assertThat(pass(1, 0, List.of("u1"))).isZero();
  }

  @Test
  @DisplayName("a limit that is lowered holds for what has passed already")
  void lowered() {
    assertThat(pass(0, 6)).isEqualTo(6);
    assertThat(pass(0.5, 4)).isEqualTo(4);
    assertThat(pass(700_000_000, 3, List.of("u1"))).isZero();
    assertThat(pass((long) (1.5 * WINDOW_MILLIS * 1000), 3, List.of("u1"))).isEqualTo(1);
  }

  @Test
  @DisplayName("every key ends one window after the last pass, a refusal does not put that off")
  void timeToLive() {
    pass(0, 1);
    assertThat(redis.number("PTTL", KEY)).isBetween(1L, WINDOW_MILLIS + 1);
    pass(0.1, 9);
    redis.command("PEXPIRE", KEY, "5000");
    assertThat(pass(0.2, 3)).isZero();
    assertThat(redis.number("PTTL", KEY)).isBetween(1L, 5000L);
  }

  @Test
  @DisplayName("a planted window above the limit and without an end gets one, and ends in time")
  void plantedWithoutEnd() {
    for (int i = 0; i < 50; i++) {
      redis.command("ZADD", KEY, "" + (START_MILLIS * 1000 - i), "planted" + i);
    }
    assertThat(redis.number("PTTL", KEY)).isEqualTo(-1);
    assertThat(pass(0, 1)).isZero();
    assertThat(redis.number("PTTL", KEY)).isBetween(1L, WINDOW_MILLIS + 1);
    assertThat(redis.number("ZCARD", KEY)).isEqualTo(LIMIT);
    assertThat(pass(1.001, 10)).isEqualTo(10);
  }

  @Test
  @DisplayName("a planted window with an end far away is cut to one window")
  void plantedWithFarEnd() {
    for (int i = 0; i < 50; i++) {
      redis.command("ZADD", KEY, "" + START_MILLIS * 1000, "planted" + i);
    }
    redis.command("PEXPIRE", KEY, "" + 100 * WINDOW_MILLIS);
    assertThat(pass(0, 1)).isZero();
    assertThat(redis.number("PTTL", KEY)).isBetween(1L, WINDOW_MILLIS + 1);
  }

  @ParameterizedTest
  @ValueSource(ints = {9, 10, 30})
  @DisplayName("entries from the future count as of now, once, and the user passes in one window")
  void future(int planted) {
    for (int i = 0; i < planted; i++) {
      redis.command("ZADD", KEY, i % 2 == 0 ? "+inf" : "9e15", "planted" + i);
    }
    assertThat(pass(0, 10)).isEqualTo(Math.max(0, LIMIT - planted));
    assertThat(pass(0.5, 1)).isZero();
    assertThat(pass(1.001, 10)).isEqualTo(10);
  }

  @Test
  @DisplayName("a clock that is set back a little lets no further quota through")
  void clockSetBack() {
    assertThat(pass(0, 10)).isEqualTo(10);
    assertThat(pass(-0.01, 10)).isZero();
    assertThat(pass(0.5, 10)).isZero();
    assertThat(pass(1.001, 10)).isEqualTo(10);
  }

  @ParameterizedTest
  @ValueSource(strings = {"SET", "RPUSH", "SADD"})
  @DisplayName("a key of another type is replaced and the user passes")
  void wrongType(String command) {
    redis.command(command, KEY, "x");
    assertThat(pass(0, 12)).isEqualTo(10);
    assertThat(redis.number("PTTL", KEY)).isPositive();
  }

  @Test
  @DisplayName("two calls within the same microsecond count both")
  void sameMicrosecond() {
    for (int i = 0; i < 5; i++) {
      assertThat(pass(77, LIMIT, List.of("u1", "u1"))).isEqualTo(2);
    }
    assertThat(pass(77, LIMIT, List.of("u1"))).isZero();
  }

  @Test
  @DisplayName("a window is not written to the append-only file")
  void notPersistent() {
    try (TestRedis own = TestRedis.dedicated("--appendonly", "yes", "--save", "")) {
      redis = own;
      long before = fileSize();
      assertThat(pass(0, 12)).isEqualTo(10);
      assertThat(fileSize()).isEqualTo(before);
      redis.command("SET", "other", "1");
      assertThat(fileSize()).isGreaterThan(before);
    }
  }

  private long fileSize() {
    String told = redis.command("INFO", "persistence").toString();
    return told.lines()
        .filter(line -> line.startsWith(FILE_SIZE))
        .mapToLong(line -> Long.parseLong(line.substring(FILE_SIZE.length()).trim()))
        .sum();
  }
}
