package seckill.order;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static seckill.order.Sale.ITEM;
import static seckill.order.Sale.LIMIT;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.junit5.VertxExtension;
import io.vertx.sqlclient.Row;
import java.net.URI;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import seckill.config.MySqlSettings;
import seckill.runtime.MySqlLink;
import seckill.testkit.MySqlExtension;
import seckill.testkit.RedisExtension;
import seckill.testkit.TestMySql;
import seckill.testkit.TestRedis;
import seckill.testkit.TestVertx;

@ExtendWith({VertxExtension.class, RedisExtension.class, MySqlExtension.class})
class LostConnectionIT {
  private Sale sale;

  @BeforeEach
  void prepare(Vertx vertx, TestRedis redis, TestMySql mysql) {
    sale = new Sale(vertx, redis, mysql);
  }

  private static String throughProxy(String url, TcpProxy proxy) {
    return url.replace(":" + URI.create(url).getPort() + "/", ":" + proxy.port() + "/");
  }

  @ParameterizedTest(name = "requests lost: {0}, answers lost: {1}")
  @CsvSource({"true,true", "true,false", "false,true"})
  @DisplayName(
      "orders land once although the network swallows what is said to MySQL or what it says")
  void swallowedPackets(boolean requests, boolean answers, Vertx vertx) {
    TcpProxy proxy = new TcpProxy(vertx, URI.create(sale.mysql.url()).getPort());
    sale.with("mysql", "url", throughProxy(sale.mysql.url(), proxy))
        .withQueryTimeout(400)
        .with("mysql", "connectTimeoutMillis", 400)
        .with("mysql", "poolSize", 3);
    sale.item(ITEM, 1000).orders(ITEM, 20);
    sale.start("c-1");
    sale.awaitDrained(ITEM, 20);

    proxy.swallow(requests, answers);
    for (int i = 20; i < 60; i++) {
      sale.order(ITEM, "u" + i);
    }
    await().atMost(LIMIT).until(() -> sale.counted("seckill_batch_retries") >= 3);
    proxy.swallow(false, false);

    sale.awaitDrained(ITEM, 60);
  }

  @Test
  @DisplayName("an answer that is lost only for the commit moves the ledger once")
  void lostCommits(Vertx vertx) {
    TcpProxy proxy = new TcpProxy(vertx, URI.create(sale.mysql.url()).getPort());
    sale.with("mysql", "url", throughProxy(sale.mysql.url(), proxy))
        .withQueryTimeout(400)
        .with("mysql", "poolSize", 2);
    sale.item(ITEM, 1000);
    sale.start("c-1");
    for (int round = 1; round <= 4; round++) {
      sale.order(ITEM, "u" + round);
      long rows = round;
      // Whatever of the round is in flight now is not answered.
      proxy.swallow(false, true);
      double retries = sale.counted("seckill_batch_retries");
      await()
          .atMost(LIMIT)
          .until(() -> sale.rows(ITEM) == rows || sale.counted("seckill_batch_retries") > retries);
      proxy.swallow(false, false);
      sale.awaitDrained(ITEM, rows);
    }
  }

  @Test
  @DisplayName("connections that are killed in mid-batch cost nothing")
  void killedConnections() {
    sale.with("consumer", "maxBatch", 20).item(ITEM, 2000).orders(ITEM, 300);
    AtomicInteger batches = new AtomicInteger();
    FaultHooks slow =
        new FaultHooks() {
          @Override
          public Future<Void> beforeWrite(long itemId) {
            batches.incrementAndGet();
            return Future.succeededFuture();
          }
        };
    sale.start("c-1", slow);

    for (int round = 0; round < 10; round++) {
      killOthers();
      sale.orders(ITEM + 1 + round, 1);
      int seen = batches.get();
      sale.order(ITEM, "late" + round);
      await().atMost(LIMIT).until(() -> batches.get() > seen);
    }

    sale.awaitDrained(ITEM, 310);
  }

  private void killOthers() {
    for (Row row :
        sale.mysql.query(
            "SELECT ID FROM information_schema.PROCESSLIST WHERE DB = DATABASE()"
                + " AND ID <> CONNECTION_ID()")) {
      try {
        sale.mysql.query("KILL CONNECTION " + row.getLong(0));
      } catch (RuntimeException e) {
        // It ended by itself in between.
        assertThat(MySqlLink.errorCode(e)).isEqualTo(1094);
      }
    }
  }

  @Test
  @DisplayName("a locked item waits alone: the orders of other items land meanwhile")
  void lockedItemWaitsAlone() {
    sale.withQueryTimeout(500).item(ITEM, 100).item(1002, 100);
    MySqlLink holder =
        new MySqlLink(
            sale.vertx,
            MySqlSettings.of(
                new Sale(sale.vertx, sale.redis, sale.mysql)
                    .withQueryTimeout(60_000)
                    .checkedSettings()));
    Promise<Void> release = Promise.promise();
    Promise<Void> locked = Promise.promise();
    Future<Void> holding =
        holder.withTransaction(
            connection ->
                connection
                    .query("SELECT * FROM seckill_item WHERE id = " + ITEM + " FOR UPDATE")
                    .execute()
                    .onSuccess(done -> locked.complete())
                    .compose(done -> release.future()));
    TestVertx.await(locked.future());

    sale.start("c-1");
    sale.orders(ITEM, 20);
    sale.orders(1002, 20);
    sale.awaitDrained(1002, 20);
    await().atMost(LIMIT).until(() -> sale.counted("seckill_batch_retries") >= 2);
    assertThat(sale.rows(ITEM)).isZero();
    release.complete();
    TestVertx.await(holding);

    sale.awaitDrained(ITEM, 20);
    TestVertx.await(holder.close());
  }
}
