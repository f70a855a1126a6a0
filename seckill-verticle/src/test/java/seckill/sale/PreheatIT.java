package seckill.sale;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
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
import seckill.testkit.TestVertx;

@ExtendWith({RedisExtension.class, MySqlExtension.class})
class PreheatIT {
  private static final long ITEM = 1001;
  private static final ItemKeys KEYS = RedisKeys.DEFAULT.of(ITEM);

  private TestRedis redis;
  private TestMySql mysql;
  private Till till;

  @BeforeEach
  void open(TestRedis redis, TestMySql mysql) {
    this.redis = redis;
    this.mysql = mysql;
    till = Till.open(redis, mysql, Till.sale("pageSize", 3));
  }

  @AfterEach
  void close() {
    till.close();
  }

  private void sellTo(int from, int to) {
    for (int i = from; i < to; i++) {
      assertThat(till.buy(ITEM, "u" + i).outcome()).isEqualTo(Outcome.ACCEPTED);
    }
  }

  @Test
  @DisplayName(
      "a preheat in mid-sale changes nothing, by call, after a restart, on two nodes at once")
  void againInMidSale() {
    till.sell(ITEM, 10);
    sellTo(0, 6);
    String before = contents();

    JsonObject again = till.preheat(ITEM);
    assertThat(again.getBoolean("alreadyActive")).isTrue();
    assertThat(again.getLong("stock")).isEqualTo(4);
    assertThat(contents()).isEqualTo(before);

    try (Till restarted = Till.open(redis, mysql)) {
      assertThat(contents()).isEqualTo(before);
      Future<?> here = till.send(Addresses.ITEM_PREHEAT, request());
      Future<?> there = restarted.send(Addresses.ITEM_PREHEAT, request());
      TestVertx.await(Future.all(here, there));
      assertThat(contents()).isEqualTo(before);
    }
    sellTo(6, 10);
    assertThat(till.buy(ITEM, "u10").outcome()).isEqualTo(Outcome.SOLD_OUT);
    till.assertBalanced(ITEM, 10);
  }

  private static JsonObject request() {
    return Till.forItem(ITEM).put("actor", "timer");
  }

  private String contents() {
    return redis.get(KEYS.stock())
        + redis.command("HGETALL", KEYS.item())
        + redis.command("SMEMBERS", KEYS.users())
        + redis.command("XRANGE", KEYS.orders(), "-", "+")
        + redis.command("XINFO", "GROUPS", KEYS.orders());
  }

  @Test
  @DisplayName("initialising one item leaves the orders and the group of another alone")
  void otherItems() {
    till.sell(ITEM, 10);
    sellTo(0, 5);
    String before = contents();
    ItemKeys other = till.sell(2002, 5);
    assertThat(contents()).isEqualTo(before);
    assertThat(till.buy(2002, "u1").outcome()).isEqualTo(Outcome.ACCEPTED);
    assertThat(contents()).isEqualTo(before);
    for (String stream : List.of(KEYS.orders(), other.orders())) {
      assertThat(redis.command("XINFO", "GROUPS", stream).toString())
          .contains(RedisKeys.ORDER_GROUP, "0-0");
    }
    assertThat(redis.number("SCARD", RedisKeys.DEFAULT.liveItems())).isEqualTo(2);
  }

  @Test
  @DisplayName("a lost stock key sells nothing; what comes in its place is the total less holders")
  void lostStockKey() {
    till.sell(ITEM, 10);
    sellTo(0, 7);
    moveToBooks(2);
    redis.command("DEL", KEYS.stock());
    assertThat(till.buy(ITEM, "new").outcome()).isEqualTo(Outcome.DEGRADED);

    assertThat(till.preheat(ITEM).getLong("stock")).isEqualTo(3);
    sellTo(7, 10);
    assertThat(till.buy(ITEM, "u10").outcome()).isEqualTo(Outcome.SOLD_OUT);
    assertThat(redis.number("SCARD", KEYS.users())).isEqualTo(10);
  }

  @Test
  @DisplayName("all keys lost: holders come back from books, dead letters and orders, each once")
  void everythingLostButTheStream() {
    till.sell(ITEM, 20);
    sellTo(0, 9);
    // Four are booked; one of them is still unacknowledged in the stream.
    moveToBooks(4);
    mysql.query(
        "INSERT INTO dead_letter (item_id, stream_id, order_id, user_id, fields, reason,"
            + " deliveries, created_at) VALUES (?, '1-1', ?, 'u9', '{}', 'test', 5, NOW())",
        ITEM,
        UUID.randomUUID().toString());
    redis.command(
        "XADD", KEYS.dead(), "*", "order_id", UUID.randomUUID().toString(), "user_id", "u10");
    String firstOrder = till.buy(ITEM, "u0").orderId();
    redis.command("DEL", KEYS.item(), KEYS.stock(), KEYS.users(), KEYS.receipts());
    assertThat(till.buy(ITEM, "u0").outcome()).isEqualTo(Outcome.PAUSED);

    // 9 sold, u9 and u10 dead-lettered.
    assertThat(till.preheat(ITEM).getLong("stock")).isEqualTo(9);
    PurchaseResult again = till.buy(ITEM, "u0");
    assertThat(again.outcome()).isEqualTo(Outcome.DUPLICATE);
    assertThat(again.orderId()).isEqualTo(firstOrder);
    for (int i = 0; i <= 10; i++) {
      assertThat(till.buy(ITEM, "u" + i).outcome()).isEqualTo(Outcome.DUPLICATE);
    }
    assertThat(redis.number("TTL", KEYS.users())).isGreaterThan(redis.number("TTL", KEYS.stock()));
    assertThat(mysql.number("SELECT epoch FROM seckill_item WHERE id = ?", ITEM)).isEqualTo(2);
    assertThat(redis.command("HGET", KEYS.item(), "epoch").toInteger()).isEqualTo(2);
  }

  /** What the consumer does: orders go to the books; all but the last one leave the stream. */
  private void moveToBooks(int count) {
    List<String> moved = new ArrayList<>();
    for (var entry : redis.command("XRANGE", KEYS.orders(), "-", "+", "COUNT", "" + count)) {
      mysql.query(
          "INSERT INTO orders VALUES (?, ?, ?, 1, 'CREATED', 1, '', NOW(), NOW(), NULL)",
          entry.get(1).get(1).toString(),
          ITEM,
          entry.get(1).get(5).toString());
      moved.add(entry.get(0).toString());
    }
    for (String id : moved.subList(0, count - 1)) {
      redis.command("XDEL", KEYS.orders(), id);
    }
  }

  @Test
  @DisplayName("an evicted users set closes the item until a preheat has every holder again")
  void evictedUsers() {
    till.sell(ITEM, 10);
    sellTo(0, 7);
    for (String lost : List.of(KEYS.users(), KEYS.receipts())) {
      redis.command("DEL", lost);
      assertThat(till.buy(ITEM, "new").outcome()).isEqualTo(Outcome.DEGRADED);
      // Not whether the key is there: the till may be building the item again already.
      assertThat(redis.number("SISMEMBER", KEYS.users(), "new")).isZero();
      assertThat(till.preheat(ITEM).getLong("stock")).isEqualTo(3);
      assertThat(till.buy(ITEM, "u3").outcome()).isEqualTo(Outcome.DUPLICATE);
      till.assertBalanced(ITEM, 10);
    }
    redis.command("DEL", KEYS.orders());
    assertThat(till.buy(ITEM, "new").outcome()).isEqualTo(Outcome.DEGRADED);
    assertThat(redis.number("XLEN", KEYS.orders())).isZero();
  }

  @Test
  @DisplayName("many preheats at once after a loss give the exact rest while buyers rush in")
  void rebuiltUnderFire() {
    till.sell(ITEM, 100);
    List<CompletableFuture<?>> done = new ArrayList<>();
    try (Till other = Till.open(redis, mysql, Till.sale("pageSize", 2))) {
      for (int round = 0; round < 5; round++) {
        redis.command("DEL", round % 2 == 0 ? KEYS.stock() : KEYS.users());
        for (int i = 0; i < 30; i++) {
          Till side = i % 2 == 0 ? till : other;
          String user = "r" + round + "-" + i;
          done.add(
              side.sendBatch(ITEM, List.of(Till.attempt(ITEM, user)))
                  .toCompletionStage()
                  .toCompletableFuture());
          if (i % 10 == 0) {
            done.add(
                side.send(Addresses.ITEM_PREHEAT, request())
                    .toCompletionStage()
                    .toCompletableFuture());
          }
        }
        CompletableFuture.allOf(done.toArray(CompletableFuture[]::new)).join();
        till.assertBalanced(ITEM, 100);
      }
    }
    sellRest(100);
  }

  private void sellRest(int total) {
    for (int i = 0; i <= total; i++) {
      till.buy(ITEM, "rest" + i);
    }
    assertThat(redis.get(KEYS.stock())).isEqualTo("0");
    till.assertBalanced(ITEM, total);
  }

  @Test
  @DisplayName("more holders than units: the item stays closed and says so")
  void moreHoldersThanUnits() {
    till.sell(ITEM, 5);
    sellTo(0, 5);
    mysql.query("UPDATE seckill_item SET total_stock = 3 WHERE id = ?", ITEM);
    redis.command("DEL", KEYS.stock());
    assertThat(Till.failure(till.send(Addresses.ITEM_PREHEAT, request())))
        .isEqualTo(Outcome.CONFLICT);
    assertThat(redis.get(KEYS.stock())).isEqualTo("0");
    assertThat(till.buy(ITEM, "new").outcome()).isEqualTo(Outcome.PAUSED);
  }

  @Test
  @DisplayName("the sale is over: no preheat, nothing written")
  void afterTheEnd() {
    till.create(Till.item(ITEM, 5));
    mysql.query(
        "UPDATE seckill_item SET start_at = '2020-01-01', end_at = '2020-01-02' WHERE id = ?",
        ITEM);
    assertThat(Till.failure(till.send(Addresses.ITEM_PREHEAT, request()))).isEqualTo(Outcome.ENDED);
    assertThat(redis.number("DBSIZE")).isZero();
  }

  @Test
  @DisplayName("every key outlives the sale by the retention, users outlive stock, orders never go")
  void timesToLive() {
    till.sell(ITEM, 5);
    sellTo(0, 1);
    long end = redis.command("HGET", KEYS.item(), "end_at").toLong();
    long stock = redis.number("PEXPIRETIME", KEYS.stock());
    assertThat(stock).isGreaterThanOrEqualTo(end + 3_600_000);
    assertThat(redis.number("PEXPIRETIME", KEYS.item())).isEqualTo(stock);
    assertThat(redis.number("PEXPIRETIME", KEYS.users())).isGreaterThan(stock);
    assertThat(redis.number("PEXPIRETIME", KEYS.receipts())).isGreaterThan(stock);
    assertThat(redis.number("PEXPIRETIME", KEYS.orders())).isEqualTo(-1);
  }

  @Test
  @DisplayName("the next round is a new item: both rounds keep their own books")
  void nextRound() {
    till.sell(ITEM, 5);
    sellTo(1, 2);
    till.sell(1002, 5);
    assertThat(till.buy(1002, "u1").outcome()).isEqualTo(Outcome.ACCEPTED);
    assertThat(till.buy(1002, "u1").outcome()).isEqualTo(Outcome.DUPLICATE);
    assertThat(till.buy(1002, "u2").outcome()).isEqualTo(Outcome.ACCEPTED);
    till.assertBalanced(ITEM, 5);
    till.assertBalanced(1002, 5);
  }
}
