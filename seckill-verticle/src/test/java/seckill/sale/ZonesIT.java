package seckill.sale;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.json.JsonObject;
import java.time.Instant;
import java.util.TimeZone;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import seckill.contract.Addresses;
import seckill.contract.ItemKeys;
import seckill.contract.Outcome;
import seckill.contract.RedisKeys;
import seckill.testkit.MySqlExtension;
import seckill.testkit.RedisExtension;
import seckill.testkit.TestMySql;
import seckill.testkit.TestRedis;

@ExtendWith({RedisExtension.class, MySqlExtension.class})
class ZonesIT {
  private static final ItemKeys KEYS = RedisKeys.DEFAULT.of(1001);
  private final TimeZone before = TimeZone.getDefault();

  @AfterEach
  void restore() {
    TimeZone.setDefault(before);
  }

  private static JsonObject item(String from, String start) {
    JsonObject reservation =
        new JsonObject().put("from", from).put("until", "2031-12-01T09:00:00+08:00");
    return Till.forItem(1001)
        .put("sku", "s")
        .put("name", "n")
        .put("priceCents", 1)
        .put("totalStock", 1)
        .put("startAt", start)
        .put("endAt", "2031-12-01T12:00:00+08:00")
        .put("gate", new JsonObject().put("reservation", reservation));
  }

  private long field(TestRedis redis, String name) {
    return redis.command("HGET", KEYS.item(), name).toLong();
  }

  @ParameterizedTest
  @CsvSource({
    "Asia/Shanghai, +00:00",
    "UTC, +08:00",
    "America/St_Johns, SYSTEM",
    "Asia/Shanghai, +08:00"
  })
  @DisplayName("ten o'clock in China is two o'clock UTC in Redis, whatever the zones on the way")
  void oneInstant(String jvm, String database, TestRedis redis, TestMySql mysql) {
    TimeZone.setDefault(TimeZone.getTimeZone(jvm));
    mysql.query("SET GLOBAL time_zone = '" + database + "'");
    try (Till till = Till.open(redis, mysql)) {
      JsonObject item = item("2031-12-01T08:00:00+08:00", "2031-12-01T10:00:00+08:00");
      till.ask(Addresses.ITEM_CREATE, new JsonObject().put("item", item).put("actor", "operator"));
      till.preheat(1001);
      assertThat(field(redis, "start_at"))
          .isEqualTo(Instant.parse("2031-12-01T02:00:00Z").toEpochMilli());
      assertThat(field(redis, "end_at"))
          .isEqualTo(Instant.parse("2031-12-01T04:00:00Z").toEpochMilli());
      assertThat(field(redis, RedisKeys.ITEM_RESERVE_FROM))
          .isEqualTo(Instant.parse("2031-12-01T00:00:00Z").toEpochMilli());
      assertThat(field(redis, RedisKeys.ITEM_RESERVE_UNTIL))
          .isEqualTo(Instant.parse("2031-12-01T01:00:00Z").toEpochMilli());
      JsonObject listed =
          till.ask(Addresses.ITEM_LIST, new JsonObject()).getJsonArray("items").getJsonObject(0);
      assertThat(listed.getString("startAt")).isEqualTo("2031-12-01T02:00:00Z");
    } finally {
      mysql.query("SET GLOBAL time_zone = 'SYSTEM'");
    }
  }

  @ParameterizedTest
  @CsvSource({
    "2031-12-01T08:00:00, 2031-12-01T10:00:00+08:00",
    "2031-12-01T08:00:00+08:00, 2031-12-01T10:00:00",
    "2031-12-01T08:00:00+08:00, 2031-12-01 10:00"
  })
  @DisplayName("a time without a zone is refused")
  void zoneLess(String from, String start, TestRedis redis, TestMySql mysql) {
    try (Till till = Till.open(redis, mysql)) {
      JsonObject request = new JsonObject().put("item", item(from, start)).put("actor", "operator");
      assertThat(Till.failure(till.send(Addresses.ITEM_CREATE, request)))
          .isEqualTo(Outcome.BAD_REQUEST);
    }
  }
}
