package seckill.order.life;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static seckill.order.life.Shop.ITEM;
import static seckill.order.life.Shop.LIMIT;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.junit5.VertxExtension;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.extension.ExtendWith;
import seckill.contract.Addresses;
import seckill.order.outbox.ClaimedTask;
import seckill.order.outbox.OutboxHooks;
import seckill.order.outbox.UnitResult;
import seckill.testkit.MySqlExtension;
import seckill.testkit.TestMySql;
import seckill.testkit.TestVertx;

/** Buyers, providers and time do as they please, and processes die at any point. */
@ExtendWith({VertxExtension.class, MySqlExtension.class})
class RandomLifeIT {
  private static final int STOCK = 5;
  private static final int USERS = 12;
  private static final int STEPS = 250;
  private static final double DEATH = 0.03;
  private static final Duration LEASE = Duration.ofMillis(15_001);

  private final long seed = new Random().nextLong();
  private final Random random = new Random(seed);
  private final List<String> orders = new ArrayList<>();
  private final List<String> owners = new ArrayList<>();
  private final List<Future<?>> answers = new ArrayList<>();
  private final AtomicInteger deaths = new AtomicInteger();
  private Shop shop;

  /** Dies now and then, at either point. */
  private final class Mortal implements OutboxHooks {
    private final Random fate;

    Mortal(long seed) {
      fate = new Random(seed);
    }

    @Override
    public Future<Void> beforeRequest(ClaimedTask task) {
      return live();
    }

    @Override
    public Future<Void> afterAnswer(ClaimedTask task, UnitResult result) {
      return live();
    }

    private Future<Void> live() {
      if (fate.nextDouble() >= DEATH) {
        return Future.succeededFuture();
      }
      deaths.incrementAndGet();
      return Promise.<Void>promise().future();
    }
  }

  @RepeatedTest(3)
  @DisplayName(
      "whatever happens in whatever order, books and shelf agree in the end, and so does money")
  void agree(Vertx vertx, TestMySql mysql) {
    shop =
        new Shop(vertx, mysql, STOCK)
            .with("mysql", "poolSize", 3)
            .item(ITEM, STOCK)
            .rules(ITEM, 30, 0);
    shop.start(new Mortal(random.nextLong()));
    shop.start(new Mortal(random.nextLong()));
    int replaced = 0;
    for (int step = 0; step < STEPS; step++) {
      step();
      for (; replaced < deaths.get(); replaced++) {
        shop.start(new Mortal(random.nextLong()));
        shop.clock.advance(LEASE);
      }
    }
    shop.start();
    TestVertx.await(Future.join(answers).otherwiseEmpty());
    await("seed " + seed)
        .atMost(LIMIT)
        .until(
            () -> {
              shop.clock.advance(LEASE);
              return shop.outbox() == 0 && unpaid() == 0;
            });
    assertAgreement(mysql);
  }

  private long unpaid() {
    return shop.mysql.number("SELECT COUNT(*) FROM orders WHERE status = 'CREATED'");
  }

  private void step() {
    switch (random.nextInt(8)) {
      case 0, 1, 2 -> buy();
      case 3, 4 -> {
        int order = random.nextInt(orders.size() + 1) - 1;
        if (order >= 0) {
          answers.add(shop.askToCancel(orders.get(order), owners.get(order)));
        }
      }
      case 5, 6 -> {
        if (!orders.isEmpty()) {
          // The latest orders are paid more often, and sometimes twice.
          int order = orders.size() - 1 - random.nextInt(Math.min(4, orders.size()));
          String number = "p" + order + (random.nextInt(5) == 0 ? "b" : "a");
          answers.add(
              shop.ask(Addresses.ORDER_PAY, Shop.notice(orders.get(order), number, Shop.PRICE)));
        }
      }
      default -> shop.clock.advance(Duration.ofSeconds(random.nextInt(20)));
    }
  }

  private void buy() {
    String user = "u" + random.nextInt(USERS);
    String order = shop.tryToBuy(ITEM, user);
    if (order != null) {
      orders.add(order);
      owners.add(user);
    }
  }

  private void assertAgreement(TestMySql mysql) {
    List<String> live = new ArrayList<>();
    mysql
        .query("SELECT order_id FROM orders WHERE live = 1")
        .forEach(row -> live.add(row.getString(0)));
    assertThat(shop.till.holders.values())
        .as("seed " + seed)
        .containsExactlyInAnyOrderElementsOf(live);
    assertThat(shop.till.stock() + live.size()).as("seed " + seed).isEqualTo(STOCK);
    assertThat(shop.sold(ITEM)).as("seed " + seed).isEqualTo(live.size());
    // Every payment has ended, and a paid order has been paid once.
    assertThat(mysql.number("SELECT COUNT(*) FROM payment WHERE outcome = 'TAKING'")).isZero();
    assertThat(
            mysql.number(
                "SELECT COUNT(*) FROM orders o WHERE (o.status = 'PAID') <> (1 = (SELECT COUNT(*)"
                    + " FROM payment p WHERE p.order_id = o.order_id AND p.outcome = 'PAID'))"))
        .as("seed " + seed)
        .isZero();
    assertThat(
            mysql.number(
                "SELECT COUNT(*) FROM orders o WHERE o.status = 'REFUND_DUE' AND NOT EXISTS"
                    + " (SELECT 1 FROM payment p WHERE p.order_id = o.order_id"
                    + " AND p.outcome = 'REFUND_DUE')"))
        .as("seed " + seed)
        .isZero();
  }
}
