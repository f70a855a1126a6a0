package seckill.sale;

import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.extension.ExtendWith;
import seckill.contract.RedisKeys;
import seckill.testkit.MySqlExtension;
import seckill.testkit.RedisExtension;
import seckill.testkit.TestMySql;
import seckill.testkit.TestRedis;

/** What tests of the kill switches have in common: the stores, and the fields of one item. */
@ExtendWith({RedisExtension.class, MySqlExtension.class})
abstract class SwitchCase {
  static final long ITEM = 1001;
  static final String ALL = RedisKeys.ITEM_ALL_STATUS;

  TestRedis redis;
  TestMySql mysql;

  @BeforeEach
  void open(TestRedis redis, TestMySql mysql) {
    this.redis = redis;
    this.mysql = mysql;
  }

  static JsonObject actor() {
    return new JsonObject().put("actor", "olga");
  }

  String field(String name) {
    return redis.command("HGET", Till.keys(ITEM).item(), name).toString();
  }

  void setField(String name, String value) {
    redis.command("HSET", Till.keys(ITEM).item(), name, value);
  }
}
