package seckill.sale;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.SqlConnection;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import seckill.contract.Addresses;
import seckill.contract.Outcome;
import seckill.testkit.MySqlExtension;
import seckill.testkit.RedisExtension;
import seckill.testkit.TestMySql;
import seckill.testkit.TestRedis;
import seckill.testkit.TestVertx;

/** Rows of items in MySQL that somebody else wrote, and that cannot be read. */
@ExtendWith({RedisExtension.class, MySqlExtension.class})
class UnreadableItemIT {
  private static final long ITEM = 1001;

  private TestMySql mysql;
  private Till till;

  @BeforeEach
  void open(TestRedis redis, TestMySql mysql) {
    this.mysql = mysql;
    till = Till.open(redis, mysql);
  }

  @AfterEach
  void close() {
    till.close();
  }

  private static JsonObject request() {
    return Till.forItem(ITEM).put("actor", "timer");
  }

  @ParameterizedTest
  @DisplayName("a date that there is not is told with item and column; other items are listed")
  @ValueSource(strings = {"2026-00-10 00:00:00.000", "0000-00-00 00:00:00.000"})
  void impossibleDate(String date) {
    till.create(Till.item(ITEM, 5));
    till.sell(1002, 5);
    SqlConnection writer = mysql.connect();
    TestVertx.await(writer.query("SET sql_mode = 'ALLOW_INVALID_DATES'").execute());
    String dates =
        "status = 'OPEN', start_at = '" + date + "', end_at = UTC_TIMESTAMP() + INTERVAL 1 DAY";
    TestVertx.await(
        writer.query("UPDATE seckill_item SET " + dates + " WHERE id = " + ITEM).execute());
    TestVertx.await(writer.close());

    Future<?> refused = till.send(Addresses.ITEM_PREHEAT, request());
    assertThat(Till.failure(refused)).isEqualTo(Outcome.BAD_REQUEST);
    assertThat(refused.cause())
        .hasMessage("item " + ITEM + ": start_at must be a date and time, got '" + date + "'");
    assertThat(TestVertx.await(till.send(Addresses.ITEM_LIST, new JsonObject())).encode())
        .contains("1002")
        .doesNotContain("\"" + ITEM + "\"");
  }
}
