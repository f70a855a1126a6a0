package seckill.order;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static seckill.order.Sale.ITEM;
import static seckill.order.Sale.LIMIT;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.junit5.VertxExtension;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import seckill.testkit.MySqlExtension;
import seckill.testkit.RedisExtension;
import seckill.testkit.TestMySql;
import seckill.testkit.TestRedis;
import seckill.testkit.TestVertx;

@ExtendWith({VertxExtension.class, RedisExtension.class, MySqlExtension.class})
class OutageIT {
  private static final int RETRY_MIN_MILLIS = 20;

  @TempDir static Path directory;
  private static TestMySql own;

  @BeforeAll
  static void startOwnServer() {
    own = TestMySql.dedicated(directory, 0);
  }

  @AfterAll
  static void stopOwnServer() {
    own.close();
  }

  @Test
  @DisplayName("MySQL may be down for as long as it likes: every order waits, none goes aside")
  void mySqlIsDown(Vertx vertx, TestRedis redis) {
    Sale sale = new Sale(vertx, redis, own);
    sale.with("consumer", "retryMinMillis", RETRY_MIN_MILLIS)
        .with("mysql", "connectTimeoutMillis", 500)
        .item(ITEM, 1000)
        .orders(ITEM, 50);
    sale.start("c-1");
    sale.awaitDrained(ITEM, 50);

    own.kill();
    long down = System.nanoTime();
    for (int i = 50; i < 250; i++) {
      sale.order(ITEM, "u" + i);
    }
    await().atMost(LIMIT).until(() -> sale.counted("seckill_batch_retries") >= 8);
    await()
        .atMost(LIMIT)
        .until(() -> TestVertx.await(sale.health.ready()).getString("status").equals("DOWN"));
    long downMillis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - down);
    assertThat(downMillis / sale.counted("seckill_batch_retries"))
        .as("mean wait between tries")
        .isGreaterThan(2 * RETRY_MIN_MILLIS);
    assertThat(sale.meters.get("seckill_batch_retry_wait").timer().max(TimeUnit.MILLISECONDS))
        .as("the wait grows up to its limit of 200 ms")
        .isBetween(100.0, 200.0);
    int port = own.port();
    own.close();
    own = TestMySql.dedicated(directory, port);
    sale.use(own);

    sale.awaitDrained(ITEM, 250, 0);
    await()
        .atMost(LIMIT)
        .until(() -> TestVertx.await(sale.health.ready()).getString("status").equals("UP"));
  }

  @Test
  @DisplayName("the first orders after a quiet night land although MySQL closed all connections")
  void idleConnectionsAreClosed(Vertx vertx, TestRedis redis) {
    Sale sale = new Sale(vertx, redis, own);
    sale.item(1002, 1000).orders(1002, 5);
    long newest = own.number("SELECT MAX(ID) FROM information_schema.PROCESSLIST");
    sale.start("c-1");
    sale.awaitDrained(1002, 5);

    assertThat(closeAfter(newest)).isPositive();
    for (int i = 5; i < 25; i++) {
      sale.order(1002, "u" + i);
    }

    sale.awaitDrained(1002, 25);
  }

  /** Closes what was connected after a connection, as a server does with idle ones. */
  private static int closeAfter(long newest) {
    RowSet<Row> connected =
        own.query(
            "SELECT ID FROM information_schema.PROCESSLIST WHERE DB = DATABASE()"
                + " AND ID <> CONNECTION_ID() AND ID > ?",
            newest);
    connected.forEach(row -> own.query("KILL CONNECTION " + row.getLong(0)));
    return connected.size();
  }

  @Test
  @DisplayName("Redis may crash and come back in the middle of a drain, more than once")
  void redisCrashes(Vertx vertx, TestMySql mysql) {
    try (TestRedis redis =
        TestRedis.dedicated("--appendonly", "yes", "--appendfsync", "always", "--save", "")) {
      Sale sale = new Sale(vertx, redis, mysql);
      sale.with("consumer", "maxBatch", 10).item(ITEM, 2000).orders(ITEM, 500);
      AtomicInteger batches = new AtomicInteger();
      FaultHooks slow =
          new FaultHooks() {
            @Override
            public Future<Void> beforeWrite(long itemId) {
              batches.incrementAndGet();
              return vertx.timer(20, TimeUnit.MILLISECONDS).mapEmpty();
            }
          };
      sale.start("c-1", slow);
      sale.start("c-2", slow);

      for (int crash = 1; crash <= 3; crash++) {
        int batchesThen = batches.get() + 6;
        await().atMost(LIMIT).until(() -> batches.get() >= batchesThen);
        redis.kill();
        redis.restart();
      }

      sale.awaitDrained(ITEM, 500);
    }
  }
}
