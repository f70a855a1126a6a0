package seckill.sale;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.vertx.core.json.JsonObject;
import io.vertx.redis.client.Response;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import seckill.contract.Addresses;
import seckill.contract.Outcome;
import seckill.contract.RedisKeys;
import seckill.testkit.TestMySql;
import seckill.testkit.TestRedis;

/** Tills that admit people together, and die. */
class RoomReleaseIT extends RoomTills {
  @Test
  @DisplayName("two tills give the rate once, and the death of one stops nothing")
  void twoTills(TestRedis redis, TestMySql mysql) {
    Till first = open(redis, mysql, "maxPerSecond", 50);
    queueFor(first, 10_000);
    Till second = open(redis, mysql, "maxPerSecond", 50);
    long begun = time();
    visit(first, Addresses.QUEUE_JOIN, users(0, 250));
    await().until(() -> size(KEYS.admitted()) >= 100);
    assertThat(size(KEYS.admitted())).isLessThanOrEqualTo(allowed(begun));

    first.close();
    tills.remove(first);
    long before = size(KEYS.admitted());
    await().until(() -> size(KEYS.admitted()) >= before + 50);
    assertThat(size(KEYS.admitted())).isLessThanOrEqualTo(allowed(begun));
    assertThat(size(KEYS.admitted()) + size(KEYS.queue())).isEqualTo(250);
    assertThat(second.meters.get("seckill_room_admissions").counter().count()).isPositive();
  }

  // One second's worth may have been saved before people came.
  private long allowed(long since) {
    return (time() - since) * 50 / 1000 + 50 + 1;
  }

  @Test
  @DisplayName("a till cut off in the middle of a release of 10,000 leaves nobody out or twice")
  void cutOff(TestRedis redis, TestMySql mysql) {
    Object[] settings = {
      "maxPerSecond", 5_000, "admitPercent", 100, "freshMillis", 600_000, "graceMillis", 600_000
    };
    Till first = open(redis, mysql, settings);
    queueFor(first, 10_000);
    redis.command("HSET", KEYS.item(), RedisKeys.ITEM_STATUS, "PAUSED");
    long now = time();
    for (int from = 0; from < 25_000; from += 1_000) {
      List<String> places = new ArrayList<>(List.of(KEYS.queue()));
      List<String> seen = new ArrayList<>(List.of(KEYS.seen()));
      for (int i = from; i < from + 1_000; i++) {
        places.addAll(List.of("" + i, "u" + i));
        seen.addAll(List.of("" + now, "u" + i));
      }
      redis.command("ZADD", places.toArray(String[]::new));
      redis.command("ZADD", seen.toArray(String[]::new));
    }
    Set<String> all = members(KEYS.queue());
    Till second = open(redis, mysql, settings);
    redis.command("HSET", KEYS.item(), RedisKeys.ITEM_STATUS, "OPEN");

    await().until(() -> size(KEYS.admitted()) > 1_000);
    redis.command("CLIENT", "KILL", "TYPE", "normal", "SKIPME", "yes");
    assertWhole(all);
    await().until(() -> size(KEYS.admitted()) > 3_000);
    first.close();
    tills.remove(first);
    assertWhole(all);
    await().until(() -> size(KEYS.admitted()) >= 10_000);
    assertWhole(all);
    assertThat(size(KEYS.admitted())).isEqualTo(10_000);
    assertThat(size(KEYS.queue())).isEqualTo(15_000);
    assertThat(second.meters.get("seckill_room_waiting").gauge().value()).isNotNegative();
  }

  private void assertWhole(Set<String> all) {
    Response both =
        redis.command(
            "EVAL",
            "return {redis.call('ZRANGE', KEYS[1], 0, -1), redis.call('ZRANGE', KEYS[2], 0, -1)}",
            "2",
            KEYS.queue(),
            KEYS.admitted());
    Set<String> found = new HashSet<>();
    both.get(0).forEach(user -> assertThat(found.add(user.toString())).isTrue());
    both.get(1).forEach(user -> assertThat(found.add(user.toString())).isTrue());
    assertThat(found).isEqualTo(all);
  }

  @Test
  @DisplayName("a place outlives the till that gave it, and a banned user loses it everywhere")
  void placesOutliveTills(TestRedis redis, TestMySql mysql) {
    Till first = open(redis, mysql, "maxPerSecond", 0);
    queueFor(first, 5);
    visit(first, Addresses.QUEUE_JOIN, "u0", "u1", "u2");
    first.close();
    tills.clear();
    Till second = open(redis, mysql, "maxPerSecond", 0);
    assertThat(second.ask(Addresses.QUEUE_LOOK, by("u2")).getInteger("position")).isEqualTo(3);

    JsonObject ban = new JsonObject().put("userId", "u1").put("everywhere", true);
    assertThat(second.ask(Addresses.QUEUE_LEAVE, ban).getInteger("left")).isEqualTo(1);
    assertThat(second.ask(Addresses.QUEUE_LOOK, by("u1")).getString("code")).isEqualTo("NOT_FOUND");
    assertThat(second.ask(Addresses.QUEUE_LOOK, by("u2")).getInteger("position")).isEqualTo(2);
    redis.command("ZADD", KEYS.admitted(), "9999999999999", "u1");
    second.ask(Addresses.QUEUE_LEAVE, ban);
    assertThat(second.buy(ITEM, "u1").outcome()).isEqualTo(Outcome.NOT_ADMITTED);
  }
}
