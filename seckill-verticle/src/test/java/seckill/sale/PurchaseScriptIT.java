package seckill.sale;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.redis.client.Response;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import seckill.contract.ItemKeys;
import seckill.contract.RedisKeys;
import seckill.testkit.RedisExtension;
import seckill.testkit.TestRedis;

/** The purchase script by itself, with a clock that the test sets. */
@ExtendWith(RedisExtension.class)
class PurchaseScriptIT {
  private static final ItemKeys KEYS = RedisKeys.DEFAULT.of(1001);
  private static final String CLOCK = "redis.call('TIME')";
  private static final long START = 1_800_000_000_000L;
  private static final long END = START + 3_600_000;
  private static final int FIRST = 6;

  private static void open(TestRedis redis, int stock) {
    redis.command(
        "HSET",
        KEYS.item(),
        "epoch",
        "3",
        "status",
        "OPEN",
        "all_status",
        "OPEN",
        "start_at",
        "" + START,
        "end_at",
        "" + END,
        "price_cents",
        "100",
        "expire_at",
        "" + (END + 7_200_000));
    redis.command("SET", KEYS.stock(), "" + stock);
  }

  private static Response run(TestRedis redis, long nowMillis, String epoch, String... attempts) {
    return run(redis, nowMillis, epoch, "0", "3", attempts);
  }

  private static Response run(
      TestRedis redis,
      long nowMillis,
      String epoch,
      String least,
      String leastEpoch,
      String... attempts) {
    String source = SaleScript.PURCHASE.lua().source();
    assertThat(source).containsOnlyOnce(CLOCK);
    String clock = "{'" + nowMillis / 1000 + "', '" + nowMillis % 1000 * 1000 + "'}";
    List<String> arguments = new ArrayList<>(List.of(source.replace(CLOCK, clock), "10"));
    arguments.addAll(SaleScript.PURCHASE.keys(KEYS));
    arguments.addAll(List.of("1001", epoch, "0", RedisKeys.ORDER_GROUP, least, leastEpoch));
    arguments.addAll(List.of(attempts));
    return redis.command("EVAL", arguments.toArray(String[]::new));
  }

  private static String[] attempt(String user) {
    return new String[] {UUID.randomUUID().toString(), user, "", "", ""};
  }

  @ParameterizedTest
  @CsvSource({"-1, -3", "0, 1", "3599999, 1", "3600000, -4", "-1000000, -3", "9000000, -4"})
  @DisplayName("the window opens with its first instant and closes before its last")
  void windowEdges(long afterStart, int code, TestRedis redis) {
    open(redis, 5);
    Response reply = run(redis, START + afterStart, "0", attempt("u1"));
    assertThat(reply.get(FIRST).toInteger()).isEqualTo(code);
    assertThat(reply.get(1).toLong()).isEqualTo(START);
    assertThat(redis.get(KEYS.stock())).isEqualTo(code == 1 ? "4" : "5");
    assertThat(redis.number("XLEN", KEYS.orders())).isEqualTo(code == 1 ? 1 : 0);
  }

  @ParameterizedTest
  @CsvSource({"0, 1", "2, 1", "3, 1", "4, -5", "-1, -5"})
  @DisplayName("a state older than the epoch in the books does not sell")
  void epochs(String known, int code, TestRedis redis) {
    open(redis, 5);
    Response reply = run(redis, START, known, attempt("u1"));
    assertThat(reply.get(FIRST).toInteger()).isEqualTo(code);
  }

  @ParameterizedTest
  @CsvSource({"2, 1, 1", "3, -5, -1", "4, -5, -1"})
  @DisplayName("a state that knows of too little was set back, unless it was built since")
  void setBack(String floorEpoch, int code, int accepted, TestRedis redis) {
    open(redis, 5);
    Response reply = run(redis, START, "3", "7", floorEpoch, attempt("u1"));
    assertThat(reply.get(FIRST).toInteger()).isEqualTo(code);
    assertThat(reply.get(2).toInteger()).isEqualTo(accepted);
    assertThat(reply.get(4).toString())
        .isEqualTo(code == 1 ? "" : "Redis knows of 0 purchases, there were 7");
  }

  @Test
  @DisplayName("the reply tells time, start, accepted total and stock left, also for no attempts")
  void header(TestRedis redis) {
    open(redis, 1);
    run(redis, START + 7, "3", attempt("u1"));
    Response reply = run(redis, START + 8, "3");
    assertThat(reply.size()).isEqualTo(FIRST);
    assertThat(reply.get(5).toLong()).isEqualTo(3);
    assertThat(reply.get(0).toLong()).isEqualTo(START + 8);
    assertThat(reply.get(2).toLong()).isEqualTo(1);
    assertThat(reply.get(3).toLong()).isZero();
    Response stranger = run(redis, START + 8, "3", attempt("u2"));
    assertThat(stranger.get(FIRST).toInteger()).isZero();
  }

  @Test
  @DisplayName("thousands of attempts in one call are decided in full")
  void manyAttempts(TestRedis redis) {
    open(redis, 9000);
    List<String> arguments = new ArrayList<>();
    for (int i = 0; i < 10_000; i++) {
      arguments.addAll(List.of(attempt("u" + i)));
    }
    Response reply = run(redis, START, "0", arguments.toArray(String[]::new));
    assertThat(reply.get(FIRST + 2 * 8999).toInteger()).isEqualTo(1);
    assertThat(reply.get(FIRST + 2 * 9000).toInteger()).isZero();
    assertThat(redis.number("SCARD", KEYS.users())).isEqualTo(9000);
    assertThat(redis.number("HLEN", KEYS.receipts())).isEqualTo(9000);
    assertThat(redis.number("XLEN", KEYS.orders())).isEqualTo(9000);
  }
}
