package seckill.sale;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.time.Instant;
import java.util.TimeZone;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import seckill.contract.Addresses;
import seckill.contract.ItemKeys;
import seckill.contract.ItemSpec;
import seckill.contract.Outcome;
import seckill.contract.RedisKeys;
import seckill.testkit.MySqlExtension;
import seckill.testkit.RedisExtension;
import seckill.testkit.TestMySql;
import seckill.testkit.TestRedis;
import seckill.testkit.TestVertx;

@ExtendWith({RedisExtension.class, MySqlExtension.class})
class BooksIT {
  private static final long ITEM = 1001;
  private static final ItemKeys KEYS = RedisKeys.DEFAULT.of(ITEM);

  private TestRedis redis;
  private TestMySql mysql;
  private Till till;

  @BeforeEach
  void open(TestRedis redis, TestMySql mysql) {
    this.redis = redis;
    this.mysql = mysql;
    till = Till.open(redis, mysql);
  }

  @AfterEach
  void close() {
    till.close();
  }

  private static JsonObject request() {
    return Till.forItem(ITEM).put("actor", "operator");
  }

  @Test
  @DisplayName("a stock of DECIMAL 10.00 is 10")
  void decimalStock() {
    mysql.query("ALTER TABLE seckill_item MODIFY total_stock DECIMAL(10,2) NOT NULL");
    till.sell(ITEM, 10);
    assertThat(redis.get(KEYS.stock())).isEqualTo("10");
    assertThat(till.buy(ITEM, "u1").outcome()).isEqualTo(Outcome.ACCEPTED);
    till.assertBalanced(ITEM, 10);
  }

  @ParameterizedTest
  @CsvSource({
    "BIGINT NULL, NULL",
    "BIGINT NOT NULL, -1",
    "'DECIMAL(10,2) NOT NULL', 10.50",
    "BIGINT NOT NULL, 1000000001",
    "BIGINT NOT NULL, 9007199254740993",
    "BIGINT NOT NULL, 9223372036854775807",
    "BIGINT UNSIGNED NOT NULL, 18446744073709551615",
    "DOUBLE NOT NULL, 1e300",
    "VARCHAR(20) NOT NULL, '''1e3'''",
    "VARCHAR(20) NOT NULL, ''' 10 '''",
    "VARCHAR(20) NOT NULL, '''0x10'''"
  })
  @DisplayName("a stock that is no whole number in range is refused, and the item named")
  void wrongStock(String type, String value) {
    till.create(Till.item(ITEM, 10));
    mysql.query("ALTER TABLE seckill_item MODIFY total_stock " + type);
    mysql.query("UPDATE seckill_item SET total_stock = " + value);
    assertThatThrownBy(() -> till.preheat(ITEM)).hasMessageContaining("item 1001: total_stock");
    assertThat(Till.failure(till.send(Addresses.ITEM_PREHEAT, request())))
        .isEqualTo(Outcome.BAD_REQUEST);
    assertThat(redis.number("DBSIZE")).isZero();
  }

  @Test
  @DisplayName("a stock of 0 sells nothing")
  void zeroStock() {
    till.sell(ITEM, 0);
    assertThat(till.buy(ITEM, "u1").outcome()).isEqualTo(Outcome.SOLD_OUT);
    till.assertBalanced(ITEM, 0);
  }

  @ParameterizedTest
  @CsvSource({"2030-01-01 10:00:00, 2030-01-01 10:00:00", "2030-01-02, 2030-01-01"})
  @DisplayName("an empty window is refused, and nothing is written")
  void emptyWindow(String start, String end) {
    till.create(Till.item(ITEM, 10));
    mysql.query("UPDATE seckill_item SET start_at = ?, end_at = ?", start, end);
    assertThat(Till.failure(till.send(Addresses.ITEM_PREHEAT, request())))
        .isEqualTo(Outcome.BAD_REQUEST);
    assertThat(redis.number("DBSIZE")).isZero();
  }

  @Test
  @DisplayName("times are UTC whatever the zones of the JVM and of the server")
  void zones() {
    TimeZone before = TimeZone.getDefault();
    TimeZone.setDefault(TimeZone.getTimeZone("America/St_Johns"));
    mysql.query("SET GLOBAL time_zone = '+05:45'");
    try (Till odd = Till.open(redis, mysql)) {
      Instant start = Instant.parse("2031-03-30T01:30:00.123Z");
      Instant end = Instant.parse("2031-10-26T01:30:00.456Z");
      odd.create(new ItemSpec(ITEM, "s", "\u8305\u53f0 \ud83c\udf76", 1, 1, start, end));
      odd.preheat(ITEM);
      assertThat(redis.command("HGET", KEYS.item(), "start_at").toLong())
          .isEqualTo(start.toEpochMilli());
      assertThat(redis.command("HGET", KEYS.item(), "end_at").toLong())
          .isEqualTo(end.toEpochMilli());
      JsonObject listed =
          odd.ask(Addresses.ITEM_LIST, new JsonObject()).getJsonArray("items").getJsonObject(0);
      assertThat(listed.getString("startAt")).isEqualTo(start.toString());
      assertThat(listed.getString("name")).isEqualTo("\u8305\u53f0 \ud83c\udf76");
      assertThat(odd.buy(ITEM, "u1").startAtMillis()).isEqualTo(start.toEpochMilli());
    } finally {
      mysql.query("SET GLOBAL time_zone = 'SYSTEM'");
      TimeZone.setDefault(before);
    }
  }

  @Test
  @DisplayName("an item id is taken once; drafts are not listed; every change is audited")
  void createListAudit() {
    till.create(Till.item(ITEM, 10));
    JsonObject again =
        new JsonObject().put("item", Till.item(ITEM, 99).toJson()).put("actor", "eve");
    assertThat(Till.failure(till.send(Addresses.ITEM_CREATE, again))).isEqualTo(Outcome.CONFLICT);
    assertThat(mysql.number("SELECT total_stock FROM seckill_item")).isEqualTo(10);
    assertThat(list()).isEmpty();
    assertThat(Till.failure(till.send(Addresses.ITEM_PAUSE, request())))
        .isEqualTo(Outcome.CONFLICT);

    JsonObject edited = new JsonObject().put("item", Till.item(ITEM, 12).toJson());
    till.ask(Addresses.ITEM_EDIT, edited.put("actor", "eve"));
    assertThat(latest(Addresses.ITEM_ALL, "items").getJsonObject(0).getInteger("totalStock"))
        .isEqualTo(12);
    till.preheat(ITEM);
    assertThat(Till.failure(till.send(Addresses.ITEM_EDIT, edited))).isEqualTo(Outcome.CONFLICT);
    assertThat(list().getJsonObject(0).getString("status")).isEqualTo("OPEN");
    till.admin(Addresses.ITEM_PAUSE, ITEM);
    till.admin(Addresses.ITEM_RESUME, ITEM);
    StringBuilder audit = new StringBuilder();
    mysql
        .query("SELECT action, outcome FROM admin_audit WHERE item_id = ? ORDER BY id", ITEM)
        .forEach(
            row -> audit.append(row.getString(0)).append(' ').append(row.getString(1)).append(','));
    assertThat(audit)
        .hasToString(
            "create OK,create CONFLICT,pause CONFLICT,edit OK,preheat OK,edit CONFLICT,pause OK,"
                + "resume OK,");
    JsonArray told = latest(Addresses.AUDIT_LIST, "entries");
    assertThat(told.getJsonObject(0).getString("action")).isEqualTo("resume");
    assertThat(told.getJsonObject(1).getString("action")).isEqualTo("pause");
    assertThat(told).as("one page").hasSize(2);
    assertThat(Till.failure(till.send(Addresses.ITEM_PREHEAT, Till.forItem(ITEM))))
        .isEqualTo(Outcome.BAD_REQUEST);
  }

  private JsonArray latest(String address, String name) {
    JsonObject query = new JsonObject().put("itemId", Long.toString(ITEM)).put("limit", 2);
    JsonObject page = till.ask(address, query);
    if (page.containsKey("before")) {
      JsonObject next = till.ask(address, query.put("before", page.getString("before")));
      assertThat(next.getJsonArray(name))
          .isNotEmpty()
          .doesNotContainAnyElementsOf(page.getJsonArray(name));
    }
    return page.getJsonArray(name);
  }

  private JsonArray list() {
    return till.ask(Addresses.ITEM_LIST, new JsonObject()).getJsonArray("items");
  }

  @Test
  @DisplayName("a paused item stays paused when Redis loses it and it is preheated again")
  void pauseOutlivesRedis() {
    till.sell(ITEM, 10);
    till.admin(Addresses.ITEM_PAUSE, ITEM);
    assertThat(till.buy(ITEM, "u1").outcome()).isEqualTo(Outcome.PAUSED);
    redis.flush();
    assertThat(till.preheat(ITEM).getString("status")).isEqualTo("PAUSED");
    assertThat(till.buy(ITEM, "u1").outcome()).isEqualTo(Outcome.PAUSED);
    till.admin(Addresses.ITEM_RESUME, ITEM);
    assertThat(till.buy(ITEM, "u1").outcome()).isEqualTo(Outcome.ACCEPTED);
  }

  @Test
  @DisplayName("a state of Redis older than the books does not sell until it is built again")
  void olderEpoch() {
    till.sell(ITEM, 10);
    till.buy(ITEM, "u1");
    mysql.query("UPDATE seckill_item SET epoch = 7");
    // Twice by each of the two event loops: the first may share a look from before the change.
    for (int i = 0; i < 4; i++) {
      till.ask(Addresses.ITEM_LIST, new JsonObject());
    }
    assertThat(till.buy(ITEM, "u2").outcome()).isEqualTo(Outcome.PAUSED);
    assertThat(till.preheat(ITEM).getLong("stock")).isEqualTo(9);
    assertThat(till.buy(ITEM, "u2").outcome()).isEqualTo(Outcome.ACCEPTED);
    till.assertBalanced(ITEM, 10);
  }

  @Test
  @DisplayName("a buyer whose receipt got lost in mid-sale still hears of the order in the books")
  void resultWhenReceiptsAreLost() {
    till.sell(ITEM, 10);
    String orderId = till.buy(ITEM, "u1").orderId();
    mysql.query(
        "INSERT INTO orders VALUES (?, ?, 'u1', 1, 'CREATED', 1, '', NOW(), NOW(), NULL)",
        orderId,
        ITEM);
    redis.command("DEL", RedisKeys.DEFAULT.of(ITEM).receipts());

    JsonObject mine = Till.forItem(ITEM).put("userId", "u1");
    assertThat(till.ask(Addresses.PURCHASE_MINE, mine).getString("orderId")).isEqualTo(orderId);
    assertThat(
            Till.failure(
                till.send(Addresses.PURCHASE_MINE, Till.forItem(ITEM).put("userId", "u2"))))
        .isEqualTo(Outcome.NOT_FOUND);
  }

  @Test
  @DisplayName("a MySQL that takes questions and does not answer: the list is the last known one")
  void listWhileMySqlHangs() {
    till.sell(ITEM, 10);
    mysql.query("LOCK TABLES seckill_item WRITE");
    try {
      JsonObject list =
          TestVertx.await(
              till.send(Addresses.ITEM_LIST, new JsonObject()).timeout(5, TimeUnit.SECONDS));
      assertThat(list.getJsonArray("items")).hasSize(1);
    } finally {
      mysql.query("UNLOCK TABLES");
    }
  }

  @Test
  @DisplayName("what Redis no longer keeps of a buyer's result, the books do")
  void resultFromTheBooks() {
    mysql.query(
        "INSERT INTO orders VALUES ('00000000-0000-7000-8000-000000000001', ?, 'u1', 1,"
            + " 'CREATED', 1, '', NOW(), NOW(), NULL)",
        ITEM);
    JsonObject mine = Till.forItem(ITEM).put("userId", "u1");
    assertThat(till.ask(Addresses.PURCHASE_MINE, mine).getString("orderId")).endsWith("0001");
    assertThat(
            Till.failure(
                till.send(Addresses.PURCHASE_MINE, Till.forItem(ITEM).put("userId", "U1"))))
        .isEqualTo(Outcome.NOT_FOUND);
  }
}
