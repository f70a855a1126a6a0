package seckill.order.life;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static seckill.order.life.Shop.ITEM;
import static seckill.order.life.Shop.LIMIT;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import io.vertx.junit5.VertxExtension;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import seckill.order.outbox.ClaimedTask;
import seckill.order.outbox.OutboxHooks;
import seckill.order.outbox.UnitResult;
import seckill.testkit.MySqlExtension;
import seckill.testkit.TestMySql;
import seckill.testkit.TestVertx;

/** What follows from a change is done, whatever dies, and done once. */
@ExtendWith({VertxExtension.class, MySqlExtension.class})
class OutboxIT {
  private static final Duration LEASE = Duration.ofMillis(15_000);

  /** Stops for good, or until it is woken, at one point. */
  private static final class Pause implements OutboxHooks {
    private final AtomicInteger reached = new AtomicInteger();
    private final boolean answered;
    private final Promise<Void> woken = Promise.promise();

    Pause(boolean answered) {
      this.answered = answered;
    }

    @Override
    public Future<Void> beforeRequest(ClaimedTask task) {
      return answered ? Future.succeededFuture() : pause();
    }

    @Override
    public Future<Void> afterAnswer(ClaimedTask task, UnitResult result) {
      return answered ? pause() : Future.succeededFuture();
    }

    private Future<Void> pause() {
      reached.incrementAndGet();
      return woken.future();
    }

    void awaitReached() {
      await().atMost(LIMIT).until(() -> reached.get() > 0);
    }
  }

  @Test
  @DisplayName(
      "a process that dies between the change and the script is followed by another's script")
  void diesBeforeTheScript(Vertx vertx, TestMySql mysql) {
    Shop shop = new Shop(vertx, mysql, 5).item(ITEM, 5);
    Pause death = new Pause(false);
    shop.start(death);
    String order = shop.buy(ITEM, "u1");
    shop.cancel(order, "u1");
    death.awaitReached();
    shop.start();
    assertThat(shop.till.returns).isEmpty();
    shop.clock.advance(LEASE);
    shop.awaitQuiet();
    assertThat(shop.till.stock()).isEqualTo(5);
    assertThat(shop.till.returned()).containsExactly(order);
  }

  @Test
  @DisplayName("a process that dies between the script and its removal gives no second unit back")
  void diesAfterTheScript(Vertx vertx, TestMySql mysql) {
    Shop shop = new Shop(vertx, mysql, 5).item(ITEM, 5);
    Pause death = new Pause(true);
    shop.start(death);
    shop.cancel(shop.buy(ITEM, "u1"), "u1");
    death.awaitReached();
    assertThat(shop.till.stock()).isEqualTo(5);
    shop.start();
    shop.clock.advance(LEASE);
    shop.awaitQuiet();
    assertThat(shop.till.stock()).isEqualTo(5);
    assertThat(shop.till.returns)
        .extracting(r -> r.getString("result"))
        .containsExactly("RETURNED", "ALREADY");
  }

  @Test
  @DisplayName("a paused process that wakes up with an old answer does not overrule a newer one")
  void zombie(Vertx vertx, TestMySql mysql) {
    Shop shop = new Shop(vertx, mysql, 1).item(ITEM, 1);
    Pause pause = new Pause(true);
    String order = shop.buy(ITEM, "u1");
    String first = shop.start();
    shop.cancel(order, "u1");
    shop.awaitQuiet();
    shop.stop(first);

    shop.start(pause);
    shop.till.forced = request -> "SOLD_OUT";
    assertThat(shop.pay(order, "p1")).isEqualTo("TAKING");
    pause.awaitReached();
    // The other is told that there is a unit, after all.
    shop.till.forced = request -> null;
    shop.clock.advance(LEASE);
    shop.start();
    shop.awaitStatus(order, "PAID");
    shop.awaitQuiet();
    pause.woken.complete();
    // What it does next shows that it has passed the old answer.
    String later = shop.cancelOfNew(ITEM);
    shop.awaitQuiet();
    assertThat(shop.status(later)).isEqualTo("CANCELLED");
    assertThat(shop.status(order)).isEqualTo("PAID");
    assertThat(shop.payment("p1")).isEqualTo("PAID");
    assertThat(shop.sold(ITEM)).isEqualTo(1);
  }

  @Test
  @DisplayName("a process that was paused before its request asks nothing under an old claim")
  void lateRequest(Vertx vertx, TestMySql mysql) {
    Shop shop = new Shop(vertx, mysql, 5).item(ITEM, 5);
    Pause pause = new Pause(false);
    String paused = shop.start(pause);
    shop.cancel(shop.buy(ITEM, "u1"), "u1");
    pause.awaitReached();
    shop.clock.advance(LEASE.minusMillis(2000));
    pause.woken.complete();
    // It gives the task back instead, claims it anew and has time enough.
    await()
        .atMost(LIMIT)
        .until(
            () -> {
              shop.clock.advance(Duration.ofMillis(1));
              return shop.outbox() == 0;
            });
    assertThat(shop.till.returns).hasSize(1);
    assertThat(shop.till.returns.get(0).getLong("timeLeftMillis")).isPositive();
    shop.stop(paused);
  }

  @Test
  @DisplayName("while the till is away nothing is lost; metrics and health tell what waits")
  void tillAway(Vertx vertx, TestMySql mysql) {
    Shop shop = new Shop(vertx, mysql, 50).item(ITEM, 50).with("outbox", "maxBatch", 3);
    shop.till.leave();
    shop.start();
    for (int i = 0; i < 10; i++) {
      shop.cancel(shop.buy(ITEM, "u" + i), "u" + i);
    }
    shop.clock.advance(Duration.ofSeconds(61));
    await()
        .atMost(LIMIT)
        .untilAsserted(
            () -> {
              assertThat(shop.meters.get("seckill_outbox_waiting").gauge().value()).isEqualTo(10);
              assertThat(shop.meters.get("seckill_outbox_oldest_age_seconds").gauge().value())
                  .isGreaterThanOrEqualTo(61);
            });
    JsonObject health = TestVertx.await(shop.health.ready());
    assertThat(health.getString("status")).isEqualTo("UP");
    assertThat(health.getJsonObject("checks").getString("outbox"))
        .isEqualTo("WARN: units that wait to be returned or taken: 10, the oldest for 61 s");

    UnitsStandIn back = new UnitsStandIn(vertx, 40);
    back.holders.putAll(shop.till.holders);
    await()
        .atMost(LIMIT)
        .until(
            () -> {
              shop.clock.advance(Duration.ofMillis(10));
              return shop.outbox() == 0;
            });
    assertThat(back.stock()).isEqualTo(50);
    assertThat(back.returns).hasSize(10);
    await()
        .atMost(LIMIT)
        .untilAsserted(
            () -> assertThat(shop.meters.get("seckill_outbox_waiting").gauge().value()).isZero());
    assertThat(TestVertx.await(shop.health.ready()).getJsonObject("checks").getString("outbox"))
        .isEqualTo("UP");
  }

  @Test
  @DisplayName("a process that stops leaves nothing half done, and another goes on at once")
  void stops(Vertx vertx, TestMySql mysql) {
    Shop shop = new Shop(vertx, mysql, 30).item(ITEM, 30);
    String first = shop.start();
    for (int i = 0; i < 20; i++) {
      shop.cancel(shop.buy(ITEM, "u" + i), "u" + i);
    }
    shop.stop(first);
    assertThat(mysql.number("SELECT COUNT(*) FROM outbox WHERE claimed_by IS NOT NULL")).isZero();
    shop.start();
    shop.awaitQuiet();
    assertThat(shop.till.stock()).isEqualTo(30);
    assertThat(shop.till.returned()).doesNotHaveDuplicates().hasSize(20);
  }
}
