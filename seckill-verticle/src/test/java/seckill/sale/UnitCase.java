package seckill.sale;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.extension.ExtendWith;
import seckill.contract.Addresses;
import seckill.contract.ItemKeys;
import seckill.contract.Outcome;
import seckill.contract.PurchaseResult;
import seckill.contract.RedisKeys;
import seckill.testkit.MySqlExtension;
import seckill.testkit.RedisExtension;
import seckill.testkit.TestMySql;
import seckill.testkit.TestRedis;

/** What tests of units that come back and go again have in common. */
@ExtendWith({RedisExtension.class, MySqlExtension.class})
abstract class UnitCase {
  static final long ITEM = 1001;
  static final ItemKeys KEYS = RedisKeys.DEFAULT.of(ITEM);

  /** Short, so that what is mended by a look is mended soon. */
  private static final int REFRESH_MILLIS = 200;

  static final int REMEMBERED = 1000;

  TestRedis redis;
  TestMySql mysql;
  Till till;

  @BeforeEach
  void open(TestRedis redis, TestMySql mysql) {
    this.redis = redis;
    this.mysql = mysql;
    JsonObject sale =
        new JsonObject()
            .put("instances", 2)
            .put("itemRefreshMillis", refreshMillis())
            .put("returnedOrders", REMEMBERED);
    this.till = Till.open(redis, mysql, new JsonObject().put("sale", sale));
  }

  int refreshMillis() {
    return REFRESH_MILLIS;
  }

  @AfterEach
  void close() {
    till.close();
  }

  /** Buys for a user; tells the order. */
  String order(String user) {
    PurchaseResult bought = till.buy(ITEM, user);
    assertThat(bought.outcome()).isEqualTo(Outcome.ACCEPTED);
    return bought.orderId();
  }

  static JsonObject about(String user, String orderId, long seq) {
    return Till.forItem(ITEM).put("userId", user).put("orderId", orderId).put("seq", seq);
  }

  String giveBack(String user, String orderId, long seq) {
    return giveBack(about(user, orderId, seq));
  }

  String giveBack(JsonObject request) {
    return till.ask(Addresses.UNIT_RETURN, request).getString("result");
  }

  String take(String user, String orderId, long seq) {
    return till.ask(Addresses.UNIT_TAKE, about(user, orderId, seq)).getString("result");
  }

  long stock() {
    return Long.parseLong(redis.get(KEYS.stock()));
  }

  boolean holds(String user) {
    return redis.number("SISMEMBER", KEYS.users(), user) == 1;
  }

  /** Units left and holders make the total, and both counts of the item say how many hold. */
  void assertLaws(long total) {
    long users = redis.number("SCARD", KEYS.users());
    assertThat(stock()).isNotNegative();
    assertThat(stock() + users).isEqualTo(total);
    assertThat(redis.number("HLEN", KEYS.receipts())).isEqualTo(users);
    assertThat(count(RedisKeys.ITEM_ACCEPTED) - count(RedisKeys.ITEM_RETURNED)).isEqualTo(users);
  }

  private long count(String field) {
    var value = redis.command("HGET", KEYS.item(), field);
    return value == null ? 0 : value.toLong();
  }

  /** Everything that Redis holds, so that a test can say that nothing was written. */
  String everything() {
    StringBuilder all = new StringBuilder();
    redis.command("KEYS", "*").stream()
        .map(Object::toString)
        .sorted()
        .forEach(
            key ->
                all.append(key)
                    .append('=')
                    .append(redis.command("DUMP", key))
                    .append(redis.command("PEXPIRETIME", key))
                    .append('\n'));
    return all.toString();
  }
}
