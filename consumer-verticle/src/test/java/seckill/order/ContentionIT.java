package seckill.order;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static seckill.order.Sale.ITEM;
import static seckill.order.Sale.LIMIT;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.junit5.VertxExtension;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import seckill.testkit.MySqlExtension;
import seckill.testkit.RedisExtension;
import seckill.testkit.TestMySql;
import seckill.testkit.TestRedis;
import seckill.testkit.TestVertx;

@ExtendWith({VertxExtension.class, RedisExtension.class, MySqlExtension.class})
class ContentionIT {
  private Sale sale;

  @BeforeEach
  void prepare(Vertx vertx, TestRedis redis, TestMySql mysql) {
    sale = new Sale(vertx, redis, mysql);
  }

  @Test
  @DisplayName("three consumers that take each other's batches over write every order once")
  void overlappingClaims() {
    sale.with("consumer", "maxBatch", 200)
        .unchecked("consumer", "claimIdleMillis", 100)
        .with("consumer", "claimMillis", 100)
        .item(ITEM, 10_000);
    // The same users in the opposite order, so that batches overlap from both ends.
    List<String> orders = new ArrayList<>();
    for (int i = 0; i < 1000; i++) {
      orders.add(sale.newOrderId());
    }
    for (int i = 0; i < 1000; i++) {
      sale.add(ITEM, Sale.fields(orders.get(i), ITEM, "u" + i));
    }
    List<String> opposite = new ArrayList<>(orders);
    Collections.reverse(opposite);
    for (int i = 0; i < 1000; i++) {
      sale.add(ITEM, Sale.fields(opposite.get(i), ITEM, "u" + (999 - i)));
    }
    // Slower than the claims, so that one entry is in the hands of several.
    FaultHooks slow =
        new FaultHooks() {
          @Override
          public Future<Void> beforeWrite(long itemId) {
            return sale.vertx.timer(150, TimeUnit.MILLISECONDS).mapEmpty();
          }
        };

    sale.start("c-1", slow);
    sale.start("c-2", slow);
    sale.start("c-3", slow);

    sale.awaitDrained(ITEM, 1000);
    await().untilAsserted(() -> assertThat(sale.counted("seckill_orders_landed")).isEqualTo(1000));
  }

  @Test
  @DisplayName(
      "a batch that MySQL rolls back for a deadlock is tried again soon, and none goes aside")
  void deadlock() {
    // Only the short wait for locks is quick enough.
    sale.with("consumer", "retryMinMillis", 50)
        .with("consumer", "retryMaxMillis", 600_000)
        .with("consumer", "maxDeliveries", 1)
        .item(ITEM, 1000)
        .item(1002, 1000);
    sale.start("c-1");
    for (int round = 1; round <= 3; round++) {
      SqlConnection other = sale.mysql.connect();
      TestVertx.await(other.begin());
      // It holds a user whom the batch will want, and more than the batch has written: MySQL rolls
      // back whoever has done less.
      insert(other, "wanted" + round);
      for (int i = 0; i < 200; i++) {
        insert(other, "ballast" + i);
      }
      sale.order(ITEM, "u" + round);
      sale.order(ITEM, "wanted" + round);
      awaitLockWait();
      TestVertx.await(
          other
              .preparedQuery("UPDATE seckill_item SET sold = sold WHERE id = ?")
              .execute(Tuple.of(ITEM))
              .transform(done -> other.query("ROLLBACK").execute()));
      TestVertx.await(other.close());
      sale.awaitDrained(ITEM, 2L * round);
    }
    // The transaction is run again at once, mostly before the batch has to be.
    assertThat(sale.meters.get("seckill_batch_retry_wait").timer().max(TimeUnit.MILLISECONDS))
        .isLessThanOrEqualTo(50);
  }

  private void insert(SqlConnection connection, String user) {
    TestVertx.await(
        connection
            .preparedQuery(
                "INSERT INTO orders (order_id, item_id, user_id, price_cents, status, live,"
                    + " purchased_at, created_at) VALUES (?, ?, ?, 1, 'CREATED', 1, NOW(), NOW())")
            .execute(Tuple.of(sale.newOrderId(), ITEM, Buffer.buffer(user))));
  }

  private void awaitLockWait() {
    await()
        .atMost(LIMIT)
        .until(
            () ->
                sale.mysql.number(
                        "SELECT COUNT(*) FROM information_schema.INNODB_TRX"
                            + " WHERE trx_state = 'LOCK WAIT'")
                    > 0);
  }
}
