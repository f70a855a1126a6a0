package seckill.order;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static seckill.order.Sale.ITEM;
import static seckill.order.Sale.LIMIT;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.junit5.VertxExtension;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import seckill.config.RedisSettings;
import seckill.contract.ItemKeys;
import seckill.contract.RedisKeys;
import seckill.runtime.RedisLink;
import seckill.testkit.MySqlExtension;
import seckill.testkit.RedisExtension;
import seckill.testkit.TestMySql;
import seckill.testkit.TestRedis;
import seckill.testkit.TestVertx;

@ExtendWith({VertxExtension.class, RedisExtension.class, MySqlExtension.class})
class TrimIT {
  private Sale sale;

  @BeforeEach
  void prepare(Vertx vertx, TestRedis redis, TestMySql mysql) {
    sale =
        new Sale(vertx, redis, mysql)
            .with("consumer", "trimMillis", 50)
            .with("consumer", "trimAfterMillis", 0);
  }

  private long length() {
    return sale.redis.number("XLEN", Sale.stream(ITEM));
  }

  private double rounds() {
    return sale.counted("seckill_trim_rounds");
  }

  private void awaitLength(long most) {
    await().atMost(LIMIT).until(() -> length() <= most);
  }

  @Test
  @DisplayName("settled entries go after their time, and three rounds leave no more than one")
  void settledEntriesGo() {
    sale.item(ITEM, 100_000);
    sale.start("c-1");
    List<Long> bytes = new ArrayList<>();
    for (int round = 1; round <= 3; round++) {
      Backfill.many(sale, ITEM, (round - 1) * 5000, 5000);
      sale.awaitDrained(ITEM, round * 5000);
      awaitLength(1);
      bytes.add(sale.redis.number("MEMORY", "USAGE", Sale.stream(ITEM)));
    }
    assertThat(bytes.get(2)).isLessThanOrEqualTo(bytes.get(0) + 1000);
    await()
        .untilAsserted(
            () ->
                assertThat(sale.counted("seckill_orders_trimmed")).isGreaterThanOrEqualTo(14_999));
  }

  @Test
  @DisplayName("settled entries stay for as long as they are to be kept")
  void settledEntriesStay() {
    sale.with("consumer", "trimAfterMillis", 3_600_000).item(ITEM, 1000);
    // An hour and a second ago by the clock of Redis, and now.
    long now = sale.redis.command("TIME").get(0).toLong() * 1000;
    for (int i = 0; i < 200; i++) {
      Backfill.at(sale, ITEM, (now - 3_601_000) + "-" + i, "old" + i);
    }
    sale.orders(ITEM, 50);

    sale.start("c-1");

    sale.awaitDrained(ITEM, 250);
    awaitLength(50);
    await().during(Duration.ofMillis(300)).until(() -> length() == 50);
  }

  @Test
  @DisplayName("nothing that is unread or pending is ever trimmed, however old and much it is")
  void unreadAndPendingStay() {
    sale.with("consumer", "maxBatch", 100).item(ITEM, 10_000);
    Backfill.many(sale, ITEM, 0, 5000);
    AtomicBoolean held = new AtomicBoolean();
    Promise<Void> goOn = Promise.promise();
    sale.start(
        "c-1",
        new FaultHooks() {
          @Override
          public Future<Void> beforeWrite(long itemId) {
            held.set(true);
            return goOn.future();
          }
        });
    await().atMost(LIMIT).untilTrue(held);
    double before = rounds();
    await().atMost(LIMIT).until(() -> rounds() >= before + 5);
    assertThat(length()).isEqualTo(5000);

    goOn.complete();

    sale.awaitDrained(ITEM, 5000);
    awaitLength(1);
  }

  @Test
  @DisplayName("one entry that a dead peer owes keeps itself and all after it, not those before")
  void pendingEntryHolds() {
    sale.with("consumer", "claimIdleMillis", 3_600_000).item(ITEM, 1000);
    sale.createGroup(ITEM);
    List<String> first = sale.orders(ITEM, 300);
    sale.start("c-1");
    sale.awaitDrained(ITEM, first.size());
    awaitLength(1);

    sale.order(ITEM, "held");
    await().atMost(LIMIT).until(() -> sale.rows(ITEM) == 301);
    String id = sale.add(ITEM, Sale.fields(sale.newOrderId(), ITEM, "owed"));
    sale.awaitDrained(ITEM, 302);
    sale.redis.command(
        "XCLAIM", Sale.stream(ITEM), RedisKeys.ORDER_GROUP, "dead", "0", id, "FORCE");
    for (int i = 0; i < 300; i++) {
      sale.order(ITEM, "v" + i);
    }
    await().atMost(LIMIT).until(() -> sale.rows(ITEM) == 602);
    double before = rounds();
    await().atMost(LIMIT).until(() -> rounds() >= before + 3);

    assertThat(length()).isEqualTo(301);
    assertThat(
            sale.redis
                .command("XRANGE", Sale.stream(ITEM), "-", "+", "COUNT", "1")
                .get(0)
                .get(0)
                .toString())
        .isEqualTo(id);
    assertThat(sale.pending(ITEM)).isEqualTo(1);
  }

  @Test
  @DisplayName("without its group a stream counts as unread and is left alone")
  void noGroup() {
    sale.item(ITEM, 1000).orders(ITEM, 300);
    sale.start("c-1");
    sale.awaitDrained(ITEM, 300);
    awaitLength(1);
    sale.redis.command("XGROUP", "DESTROY", Sale.stream(ITEM), RedisKeys.ORDER_GROUP);
    for (int i = 300; i < 500; i++) {
      sale.order(ITEM, "u" + i);
    }
    sale.awaitDrained(ITEM, 500);
    awaitLength(1);
  }

  @Test
  @DisplayName("a stream that nobody has read from yet, or that is empty, is trimmed without error")
  void emptyStream() {
    sale.item(ITEM, 1000).createGroup(ITEM);
    RedisLink link = new RedisLink(sale.vertx, RedisSettings.of(sale.checkedSettings()), "trim");
    TestVertx.await(link.connect());
    OrderStreams streams = new OrderStreams(link, link, "c-1");
    ItemKeys keys = RedisKeys.DEFAULT.of(ITEM);
    long farBack = Clock.systemUTC().millis() * 2;

    assertThat(TestVertx.await(streams.trim(keys, 0, 100))).isZero();
    String unread = sale.add(ITEM, Sale.fields(sale.newOrderId(), ITEM, "unread"));
    assertThat(TestVertx.await(streams.trim(keys, 0, 100))).isZero();
    assertThat(TestVertx.await(streams.trim(keys, farBack, 100))).isZero();
    sale.redis.command("XDEL", Sale.stream(ITEM), unread);
    assertThat(TestVertx.await(streams.trim(keys, 0, 100))).isZero();
    TestVertx.await(link.close());
  }
}
