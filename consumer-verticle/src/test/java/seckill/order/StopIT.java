package seckill.order;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static seckill.order.Sale.ITEM;
import static seckill.order.Sale.LIMIT;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.junit5.VertxExtension;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import seckill.testkit.MySqlExtension;
import seckill.testkit.RedisExtension;
import seckill.testkit.TestMySql;
import seckill.testkit.TestRedis;

@ExtendWith({VertxExtension.class, RedisExtension.class, MySqlExtension.class})
class StopIT {
  private Sale sale;

  @BeforeEach
  void prepare(Vertx vertx, TestRedis redis, TestMySql mysql) {
    sale = new Sale(vertx, redis, mysql);
  }

  private void dieAs(String consumer, boolean committed) {
    sale.with("consumer", "stopTimeoutMillis", 0);
    Death death = new Death(committed);
    String deployment = sale.start(consumer, death);
    await().atMost(LIMIT).untilTrue(death.reached);
    sale.stop(deployment);
  }

  @Test
  @DisplayName("a stop finishes the batch under way and reads nothing more")
  void stopFinishesTheBatch() {
    sale.item(ITEM, 1000).orders(ITEM, 100);
    AtomicBoolean writing = new AtomicBoolean();
    Promise<Void> goOn = Promise.promise();
    String deployment =
        sale.start(
            "c-1",
            new FaultHooks() {
              @Override
              public Future<Void> beforeWrite(long itemId) {
                writing.set(true);
                return goOn.future();
              }
            });
    await().atMost(LIMIT).untilTrue(writing);

    Future<Void> stopped = sale.vertx.undeploy(deployment);
    sale.vertx.setTimer(300, late -> goOn.complete());
    await().atMost(LIMIT).until(stopped::isComplete);

    assertThat(sale.rows(ITEM)).isEqualTo(100);
    assertThat(sale.backlog(ITEM)).isZero();
    sale.order(ITEM, "late");
    assertThat(sale.backlog(ITEM)).isEqualTo(1);
  }

  @Test
  @DisplayName("a stop that does not wait leaves the batch pending, never half of it written")
  void stopLeavesTheBatchPending() {
    sale.item(ITEM, 1000).orders(ITEM, 100);
    dieAs("c-1", false);

    assertThat(sale.rows(ITEM)).isZero();
    assertThat(sale.sold(ITEM)).isZero();
    assertThat(sale.pending(ITEM)).isEqualTo(100);
    sale.start("c-1");
    sale.awaitDrained(ITEM, 100);
  }

  @Test
  @DisplayName("a stop does not wait for an outage to end")
  void stopDuringAnOutage() {
    sale.with("consumer", "stopTimeoutMillis", 60_000).item(ITEM, 1000).orders(ITEM, 300);
    sale.mysql.query("RENAME TABLE orders TO away");
    String deployment = sale.start("c-1");
    await().atMost(LIMIT).until(() -> sale.counted("seckill_batch_retries") >= 3);

    Future<Void> stopped = sale.vertx.undeploy(deployment);

    await().atMost(Duration.ofSeconds(20)).until(stopped::isComplete);
    sale.mysql.query("RENAME TABLE away TO orders");
    sale.start("c-1");
    sale.awaitDrained(ITEM, 300);
  }
}
