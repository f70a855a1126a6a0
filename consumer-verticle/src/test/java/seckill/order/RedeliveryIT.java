package seckill.order;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static seckill.order.Sale.ITEM;
import static seckill.order.Sale.LIMIT;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.junit5.VertxExtension;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import seckill.contract.RedisKeys;
import seckill.testkit.MySqlExtension;
import seckill.testkit.RedisExtension;
import seckill.testkit.TestMySql;
import seckill.testkit.TestRedis;

@ExtendWith({VertxExtension.class, RedisExtension.class, MySqlExtension.class})
class RedeliveryIT {
  private Sale sale;

  @BeforeEach
  void prepare(Vertx vertx, TestRedis redis, TestMySql mysql) {
    sale = new Sale(vertx, redis, mysql);
  }

  /** Dies at a point: the work under way there never goes on. */
  private static final class Death implements FaultHooks {
    final AtomicBoolean reached = new AtomicBoolean();
    private final boolean committed;

    Death(boolean committed) {
      this.committed = committed;
    }

    @Override
    public Future<Void> beforeWrite(long itemId) {
      return committed ? Future.succeededFuture() : die();
    }

    @Override
    public Future<Void> afterCommit(long itemId) {
      return committed ? die() : Future.succeededFuture();
    }

    private Future<Void> die() {
      reached.set(true);
      return Promise.<Void>promise().future();
    }
  }

  private void dieAs(String consumer, boolean committed) {
    sale.with("consumer", "stopTimeoutMillis", 0);
    Death death = new Death(committed);
    String deployment = sale.start(consumer, death);
    await().atMost(LIMIT).untilTrue(death.reached);
    sale.stop(deployment);
  }

  @Test
  @DisplayName("a message whose order was committed before the crash is only acknowledged")
  void committedButNotAcknowledged() {
    sale.item(ITEM, 100).orders(ITEM, 40);
    dieAs("c-1", true);
    assertThat(sale.rows(ITEM)).isEqualTo(40);
    assertThat(sale.sold(ITEM)).isEqualTo(40);
    assertThat(sale.pending(ITEM)).isEqualTo(40);

    sale.start("c-1");

    sale.awaitDrained(ITEM, 40);
    assertThat(sale.meters.get("seckill_orders_landed").counter().count()).isEqualTo(40);
    assertThat(sale.meters.get("seckill_orders_repeated").counter().count()).isEqualTo(40);
  }

  @Test
  @DisplayName("a batch of committed, uncommitted and new orders lands once each")
  void partlyCommittedBatch() {
    sale.item(ITEM, 200).orders(ITEM, 40);
    dieAs("c-1", true);
    for (int i = 40; i < 90; i++) {
      sale.order(ITEM, "u" + i);
    }
    sale.takeAndDie(ITEM, "c-1", 30);

    sale.start("c-1");

    sale.awaitDrained(ITEM, 90);
  }

  @Test
  @DisplayName("a consumer that comes back under its name writes all it owed, without new traffic")
  void ownPendingAfterRestart() {
    sale.item(ITEM, 1000).orders(ITEM, 250);
    sale.takeAndDie(ITEM, "c-1", 100);
    sale.takeAndDie(ITEM, "c-1", 100);
    sale.takeAndDie(ITEM, "c-1", 50);

    sale.start("c-1");

    sale.awaitDrained(ITEM, 250);
  }

  @Test
  @DisplayName("what a dead peer owes is taken over, page after page, and its name goes last")
  void deadPeer() {
    sale.with("consumer", "claimIdleMillis", 300).with("consumer", "maxBatch", 7);
    sale.with("consumer", "forgetMillis", 1000);
    sale.item(ITEM, 1000).orders(ITEM, 120);
    sale.takeAndDie(ITEM, "c-old", 120);
    AtomicInteger holdUps = new AtomicInteger();

    sale.start(
        "c-new",
        new FaultHooks() {
          @Override
          public Future<Void> beforeWrite(long itemId) {
            // While anything is owed, the name must be there.
            if (sale.redis != null && holdUps.getAndIncrement() == 0) {
              return sale.vertx.timer(1500, java.util.concurrent.TimeUnit.MILLISECONDS).mapEmpty();
            }
            return Future.succeededFuture();
          }
        });

    await()
        .atMost(LIMIT)
        .untilAsserted(
            () -> {
              Long owed = sale.owed(ITEM).get("c-old");
              assertThat(owed == null ? 0 : owed + sale.rows(ITEM)).isLessThanOrEqualTo(120);
              assertThat(sale.rows(ITEM)).isEqualTo(120);
              assertThat(sale.owed(ITEM)).doesNotContainKey("c-old");
            });
    sale.awaitDrained(ITEM, 120);
  }

  @Test
  @DisplayName("a silent consumer that owes something keeps its name")
  void silentConsumerThatOwes() {
    sale.with("consumer", "forgetMillis", 1000).item(ITEM, 1000).orders(ITEM, 3);
    sale.takeAndDie(ITEM, "c-owes", 1);
    sale.takeAndDie(ITEM, "c-idle", 1);
    String second =
        sale.redis.command("XRANGE", Sale.stream(ITEM), "-", "+").get(1).get(0).toString();
    sale.redis.command("XACK", Sale.stream(ITEM), RedisKeys.ORDER_GROUP, second);

    sale.start("c-new");

    await()
        .atMost(LIMIT)
        .untilAsserted(() -> assertThat(sale.owed(ITEM)).containsOnlyKeys("c-owes", "c-new"));
    assertThat(sale.owed(ITEM)).containsEntry("c-owes", 1L);
  }

  @Test
  @DisplayName("three consumers that steal each other's batches write every order once")
  void overlappingClaims() {
    sale.with("consumer", "claimIdleMillis", 100).with("consumer", "maxBatch", 200);
    sale.item(ITEM, 2000).item(1002, 2000);
    List<String> users = new ArrayList<>();
    for (int i = 0; i < 600; i++) {
      users.add("u" + i);
    }
    for (int i = 0; i < 600; i++) {
      sale.order(ITEM, users.get(i));
      sale.order(1002, users.get(599 - i));
    }
    FaultHooks slow =
        new FaultHooks() {
          @Override
          public Future<Void> beforeWrite(long itemId) {
            return sale.vertx.timer(150, java.util.concurrent.TimeUnit.MILLISECONDS).mapEmpty();
          }
        };

    List.of("c-1", "c-2", "c-3").forEach(name -> sale.start(name, slow));

    sale.awaitDrained(ITEM, 600);
    sale.awaitDrained(1002, 600);
    assertThat(sale.meters.get("seckill_batch_retries").counter().count()).isLessThan(20);
  }

  @Test
  @DisplayName("a vanished group is created again from the first entry, and no order is doubled")
  void groupVanishes() {
    sale.item(ITEM, 1000).item(1002, 1000).orders(ITEM, 50);
    sale.start("c-1");
    sale.awaitDrained(ITEM, 50);

    sale.redis.command("XGROUP", "DESTROY", Sale.stream(ITEM), RedisKeys.ORDER_GROUP);
    for (int i = 50; i < 80; i++) {
      sale.order(ITEM, "u" + i);
    }
    sale.orders(1002, 20);

    sale.awaitDrained(ITEM, 80);
    sale.awaitDrained(1002, 20);
  }

  @Test
  @DisplayName("a group that vanishes with dead letters behind it buries none of them twice")
  void groupVanishesAfterDeadLetters() {
    sale.item(ITEM, 3).orders(ITEM, 10);
    sale.start("c-1");
    sale.awaitDrained(ITEM, 3, 7);

    sale.redis.command("XGROUP", "DESTROY", Sale.stream(ITEM), RedisKeys.ORDER_GROUP);

    sale.awaitDrained(ITEM, 3, 7);
    sale.order(ITEM, "one more");
    sale.awaitDrained(ITEM, 3, 8);
  }

  @Test
  @DisplayName("a stream that is deleted and created anew is drained again")
  void streamIsCreatedAnew() {
    sale.item(ITEM, 1000).orders(ITEM, 50);
    sale.start("c-1");
    sale.awaitDrained(ITEM, 50);

    sale.redis.command("DEL", Sale.stream(ITEM));
    for (int i = 50; i < 60; i++) {
      sale.order(ITEM, "u" + i);
    }

    sale.awaitDrained(ITEM, 60);
  }

  @Test
  @DisplayName("a second entry of the same order changes nothing, in one batch or in two")
  void sameOrderTwice() {
    sale.item(ITEM, 100);
    String once = sale.newOrderId();
    sale.add(ITEM, Sale.fields(once, ITEM, "u"));
    sale.add(ITEM, Sale.fields(once, ITEM, "u"));

    sale.start("c-1");
    sale.awaitDrained(ITEM, 1);
    sale.add(ITEM, Sale.fields(once, ITEM, "u"));
    sale.order(ITEM, "v");

    sale.awaitDrained(ITEM, 2);
  }

  @Test
  @DisplayName("a cancelled order that is delivered again stays cancelled and moves no ledger")
  void cancelledOrderIsDeliveredAgain() {
    sale.item(ITEM, 100);
    String orderId = sale.order(ITEM, "u");
    dieAs("c-1", true);
    sale.mysql.query("UPDATE orders SET live = NULL, status = 'CANCELLED'");

    sale.start("c-1");

    sale.awaitDrained(ITEM, 1);
    assertThat(sale.mysql.number("SELECT COUNT(*) FROM orders WHERE live = 1")).isZero();
    assertThat(orderId).isNotEmpty();
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
}
