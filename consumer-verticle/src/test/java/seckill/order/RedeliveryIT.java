package seckill.order;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static seckill.order.Sale.ITEM;
import static seckill.order.Sale.LIMIT;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.junit5.VertxExtension;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
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
    await().untilAsserted(() -> assertThat(sale.counted("seckill_orders_landed")).isEqualTo(40));
    await().untilAsserted(() -> assertThat(sale.counted("seckill_orders_repeated")).isEqualTo(40));
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
    sale.unchecked("consumer", "claimIdleMillis", 300).with("consumer", "maxBatch", 7);
    sale.with("consumer", "forgetMillis", 1000);
    sale.item(ITEM, 1000).orders(ITEM, 120);
    sale.takeAndDie(ITEM, "c-old", 120);

    sale.start("c-new");

    await()
        .atMost(LIMIT)
        .untilAsserted(
            () -> {
              // Looked at first, so that a name that goes too early is noticed.
              boolean gone = !sale.owed(ITEM).containsKey("c-old");
              long rows = sale.rows(ITEM);
              assertThat(gone && rows < 120).isFalse();
              assertThat(gone).isTrue();
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
    sale.unchecked("consumer", "claimIdleMillis", 100).with("consumer", "maxBatch", 200);
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
            return sale.vertx.timer(150, TimeUnit.MILLISECONDS).mapEmpty();
          }
        };

    List.of("c-1", "c-2", "c-3").forEach(name -> sale.start(name, slow));

    sale.awaitDrained(ITEM, 600);
    sale.awaitDrained(1002, 600);
    assertThat(sale.counted("seckill_batch_retries")).isLessThan(20);
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
}
