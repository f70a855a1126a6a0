package seckill.sale;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import seckill.contract.Addresses;
import seckill.contract.Outcome;
import seckill.contract.RedisKeys;
import seckill.testkit.MySqlExtension;
import seckill.testkit.RedisExtension;
import seckill.testkit.TestMySql;
import seckill.testkit.TestRedis;

@ExtendWith({RedisExtension.class, MySqlExtension.class})
class LiveItemsIT {
  private static final Duration LONG = Duration.ofSeconds(60);

  private TestRedis redis;
  private TestMySql mysql;
  private Till till;

  @BeforeEach
  void open(TestRedis redis, TestMySql mysql) {
    this.redis = redis;
    this.mysql = mysql;
    till = Till.open(redis, mysql, Till.sale("itemRefreshMillis", 100));
  }

  @AfterEach
  void close() {
    till.close();
  }

  private boolean isLive(long itemId) {
    return redis.number("SISMEMBER", RedisKeys.DEFAULT.liveItems(), Long.toString(itemId)) == 1;
  }

  @Test
  @DisplayName("a list of live items that got lost in mid-sale is made again from what is on sale")
  void mendsTheList() {
    till.sell(1001, 5);
    till.sell(1002, 5);
    var gone = till.sell(1003, 5);
    // What is lost of an item on sale would be built again.
    mysql.query("UPDATE seckill_item SET end_at = UTC_TIMESTAMP(3) WHERE id = 1003");
    till.ask(Addresses.ITEM_LIST, new JsonObject());
    redis.command("DEL", RedisKeys.DEFAULT.liveItems(), gone.item(), gone.stock());

    await().atMost(LONG).until(() -> isLive(1001) && isLive(1002));
    assertThat(isLive(1003)).isFalse();
  }

  @Test
  @DisplayName("a stray key in the place of the list stops neither the sale nor the mending later")
  void outlastsStrayKey() {
    till.sell(1001, 5);
    redis.command("DEL", RedisKeys.DEFAULT.liveItems());
    redis.command("SET", RedisKeys.DEFAULT.liveItems(), "not a set");
    assertThat(till.buy(1001, "u1").outcome()).isEqualTo(Outcome.ACCEPTED);

    redis.command("DEL", RedisKeys.DEFAULT.liveItems());
    await().atMost(LONG).until(() -> isLive(1001));
  }

  @Test
  @DisplayName("a list that is whole is not written to")
  void leavesAWholeListAlone() {
    till.sell(1001, 5);
    long before = writes();
    long looks = calls("smismember");
    await().atMost(LONG).until(() -> calls("smismember") >= looks + 2);
    assertThat(writes()).isEqualTo(before);
  }

  private long writes() {
    return calls("sadd");
  }

  private long calls(String command) {
    List<String> lines = redis.command("INFO", "commandstats").toString().lines().toList();
    return lines.stream()
        .filter(line -> line.startsWith("cmdstat_" + command + ":"))
        .mapToLong(line -> Long.parseLong(line.replaceAll("^[^=]*=(\\d+),.*", "$1")))
        .sum();
  }
}
