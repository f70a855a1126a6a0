package seckill.sale;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.json.JsonObject;
import io.vertx.redis.client.Response;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.extension.ExtendWith;
import seckill.contract.Addresses;
import seckill.contract.ItemKeys;
import seckill.contract.Outcome;
import seckill.contract.RedisKeys;
import seckill.testkit.MySqlExtension;
import seckill.testkit.RedisExtension;
import seckill.testkit.TestMySql;
import seckill.testkit.TestRedis;

/** A till with an item whose state is built again on demand. */
@ExtendWith({RedisExtension.class, MySqlExtension.class})
abstract class RecoverCase {
  static final long ITEM = 1001;
  static final ItemKeys KEYS = RedisKeys.DEFAULT.of(ITEM);
  static final Duration SOON = Duration.ofSeconds(60);

  TestRedis redis;
  TestMySql mysql;
  TestPen pen;
  Till till;

  @BeforeEach
  void open(TestRedis redis, TestMySql mysql) {
    this.redis = redis;
    this.mysql = mysql;
    this.pen = new TestPen(redis, mysql, ITEM);
    till = Till.open(redis, mysql, Till.sale("pageSize", 3).mergeIn(lease(300)));
  }

  @AfterEach
  void close() {
    till.close();
  }

  static JsonObject lease(int millis) {
    return new JsonObject()
        .put("recovery", new JsonObject().put("leaseMillis", millis).put("pollMillis", 20));
  }

  static JsonObject request() {
    return Till.forItem(ITEM).put("actor", "operator");
  }

  final JsonObject recover() {
    return till.admin(Addresses.ITEM_RECOVER, ITEM);
  }

  final void sellTo(int from, int to) {
    for (int i = from; i < to; i++) {
      assertThat(till.buy(ITEM, "u" + i).outcome()).isEqualTo(Outcome.ACCEPTED);
    }
  }

  final Set<String> users() {
    Set<String> users = new TreeSet<>();
    redis.command("SMEMBERS", KEYS.users()).forEach(user -> users.add(user.toString()));
    return users;
  }

  final void assertHolders(long total, String... expected) {
    assertThat(users()).containsExactlyInAnyOrder(expected);
    assertThat(redis.get(KEYS.stock())).isEqualTo("" + (total - expected.length));
    assertThat(redis.number("HLEN", KEYS.receipts())).isEqualTo(expected.length);
    long accepted = redis.command("HGET", KEYS.item(), RedisKeys.ITEM_ACCEPTED).toLong();
    long returned = redis.command("HGET", KEYS.item(), RedisKeys.ITEM_RETURNED).toLong();
    assertThat(accepted - returned).isEqualTo(expected.length);
    for (Response key : redis.command("KEYS", "seckill:{" + ITEM + "}:*")) {
      if (!Set.of(KEYS.orders(), KEYS.dead()).contains(key.toString())) {
        assertThat(redis.number("PTTL", key.toString())).as(key.toString()).isPositive();
      }
    }
  }

  final Map<String, String> receipts() {
    Map<String, String> receipts = new TreeMap<>();
    Response all = redis.command("HGETALL", KEYS.receipts());
    for (int i = 0; i < all.size(); i += 2) {
      receipts.put(all.get(i).toString(), all.get(i + 1).toString());
    }
    return receipts;
  }
}
