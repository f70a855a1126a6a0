package seckill.sale;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.json.JsonObject;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import seckill.contract.ItemGate;
import seckill.contract.ItemKeys;
import seckill.contract.Outcome;
import seckill.contract.PurchaseAttempt;
import seckill.contract.RedisKeys;
import seckill.testkit.MySqlExtension;
import seckill.testkit.RedisExtension;
import seckill.testkit.TestMySql;
import seckill.testkit.TestRedis;

/** What a batch costs Redis, in commands. */
@ExtendWith({RedisExtension.class, MySqlExtension.class})
class CommandsIT {
  private static final long ITEM = 1001;
  private static final int BATCH = 100;
  private static final Pattern CALLS = Pattern.compile("cmdstat_([^:]+):calls=(\\d+)");

  private TestRedis redis;
  private TestMySql mysql;

  @BeforeEach
  void open(TestRedis redis, TestMySql mysql) {
    this.redis = redis;
    this.mysql = mysql;
  }

  /** How often each command was called since the last reset, inside scripts, too. */
  static Map<String, Long> calls(TestRedis redis) {
    Map<String, Long> calls = new TreeMap<>();
    Matcher line = CALLS.matcher(redis.command("INFO", "commandstats").toString());
    while (line.find()) {
      calls.put(line.group(1), Long.parseLong(line.group(2)));
    }
    calls.remove("config|resetstat");
    calls.remove("info");
    return calls;
  }

  private Map<String, Long> cost(Till till, List<PurchaseAttempt> attempts) {
    redis.command("CONFIG", "RESETSTAT");
    till.buyAll(ITEM, attempts)
        .forEach(result -> assertThat(result.outcome()).isEqualTo(Outcome.ACCEPTED));
    return calls(redis);
  }

  private static List<PurchaseAttempt> attempts(String prefix, boolean withPass) {
    List<PurchaseAttempt> attempts = new ArrayList<>();
    for (int i = 0; i < BATCH; i++) {
      attempts.add(Till.showing(ITEM, prefix + i, false, withPass ? "pass" + i : ""));
    }
    return attempts;
  }

  // What is looked at now and then must not be counted.
  private static JsonObject quiet(boolean window) {
    return Till.sale("itemRefreshMillis", 600_000)
        .put("room", new JsonObject().put("tickMillis", 60_000).put("findMillis", 600_000))
        .put("gate", new JsonObject().put("refreshMillis", 60_000))
        .put("window", new JsonObject().put("enabled", window).put("windowMillis", 60_000));
  }

  @Test
  @DisplayName("a plain item: one order entry per purchase, and 14 commands more per batch")
  void plain() {
    try (Till till = Till.open(redis, mysql, quiet(false))) {
      till.sell(ITEM, 1000);
      till.buyAll(ITEM, attempts("warm", false));
      Map<String, Long> calls = cost(till, attempts("u", false));
      assertThat(calls)
          .containsEntry("evalsha", 1L)
          .containsEntry("smismember", 1L)
          .containsEntry("xadd", 100L)
          .doesNotContainKeys("zmscore", "hdel", "zrem", "zcard", "zscore", "hget");
      assertThat(sum(calls) - BATCH).isEqualTo(14);
    }
  }

  @Test
  @DisplayName("with all of the item's gate a batch costs five commands more, however large it is")
  void everything() {
    try (Till till = Till.open(redis, mysql, quiet(false))) {
      sellBehindEverything(till);
      Map<String, Long> calls = cost(till, attempts("u", true));
      assertThat(calls)
          .containsEntry("evalsha", 1L)
          .containsEntry("smismember", 2L)
          .containsEntry("zmscore", 1L)
          .containsEntry("zrem", 1L)
          .containsEntry("hmget", 2L)
          .containsEntry("hdel", 1L)
          .containsEntry("xadd", 100L);
      assertThat(sum(calls) - BATCH).isEqualTo(19);
    }
  }

  @Test
  @DisplayName("the window of a user costs one call per batch, and three commands per purchase")
  void window() {
    try (Till till = Till.open(redis, mysql, quiet(true))) {
      till.sell(ITEM, 1000);
      till.buyAll(ITEM, attempts("warm", false));
      Map<String, Long> calls = cost(till, attempts("u", false));
      assertThat(calls)
          .containsEntry("evalsha", 2L)
          .containsEntry("zcard", 100L)
          .containsEntry("zadd", 100L)
          .containsEntry("pexpire", 100L)
          .doesNotContainKeys("zremrangebyscore", "pttl");
      assertThat(sum(calls) - 4 * BATCH).isEqualTo(16);
    }
  }

  private void sellBehindEverything(Till till) {
    Instant now = Instant.now();
    ItemGate gate =
        new ItemGate(
            true,
            ItemGate.ChallengeMode.ALWAYS,
            new ItemGate.Reservation(now.minusSeconds(60), now.plusSeconds(60)));
    till.create(Till.item(ITEM, 1000, gate));
    till.preheat(ITEM);
    ItemKeys keys = RedisKeys.DEFAULT.of(ITEM);
    long soon = System.currentTimeMillis() + 600_000;
    for (String prefix : List.of("warm", "u")) {
      for (int i = 0; i < BATCH; i++) {
        redis.command("SADD", keys.reserved(), prefix + i);
        redis.command("ZADD", keys.admitted(), "" + soon, prefix + i);
        redis.command("HSET", keys.passes(), prefix + i, "pass" + i + "|" + soon);
      }
    }
    cost(till, attempts("warm", true));
  }

  private static long sum(Map<String, Long> calls) {
    return calls.values().stream().mapToLong(Long::longValue).sum();
  }
}
