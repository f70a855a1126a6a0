package seckill.reconcile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.json.JsonObject;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import seckill.contract.Outcome;
import seckill.contract.RedisKeys;
import seckill.reconcile.Sale.Order;
import seckill.testkit.MovingClock;
import seckill.testkit.TestVertx;

class FencingIT extends SaleFixture {
  private static final Duration LONG = Duration.ofSeconds(60);

  private Order lost;

  @BeforeEach
  void lose() {
    List<Order> orders = sale.buyAll(Sale.users("u", 6));
    sale.land(orders);
    lost = orders.get(3);
    delete(lost);
  }

  /** Holds a run at one point until it is let go. */
  private static final class Holding implements RepairHooks {
    private final boolean planned;
    final Promise<Void> reached = Promise.promise();
    final Promise<Void> letGo = Promise.promise();

    Holding(boolean planned) {
      this.planned = planned;
    }

    private Future<Void> hold() {
      reached.tryComplete();
      return letGo.future();
    }

    @Override
    public Future<Void> beforePlan(RepairKind kind) {
      return planned ? Future.succeededFuture() : hold();
    }

    @Override
    public Future<Void> beforeWrite(RepairKind kind, String subject) {
      return planned ? hold() : Future.succeededFuture();
    }
  }

  /** A holder that does not notice that its lease has run out, as one that was frozen. */
  private void pausedHolderWritesNothing(boolean planned) {
    Holding hooks = new Holding(planned);
    try (Node frozen =
            Node.start(
                Clock.systemUTC(),
                hooks,
                redis,
                mysql,
                "repair.lost",
                true,
                "leaseMillis",
                3_600_000);
        Node second = Node.start(redis, mysql, "repair.lost", true, "leaseMillis", 60_000)) {
      Future<JsonObject> first = frozen.request(1001);
      await().atMost(LONG).until(() -> hooks.reached.future().isComplete());
      // Its time is over, which it does not know.
      redis.command("UNLINK", RedisKeys.DEFAULT.reconcileLease());

      JsonObject report = second.run(1001);
      assertThat(finding(report, "LOST").getLong("count")).isEqualTo(1);
      long entries = redis.number("XLEN", sale.keys.orders());
      assertThat(entries).isEqualTo(7);
      redis.command("SET", RedisKeys.DEFAULT.reconcileLease(), "a third");

      hooks.letGo.complete();

      assertThat(Node.outcome(failure(first))).isEqualTo(Outcome.CONFLICT);
      assertThat(redis.number("XLEN", sale.keys.orders())).isEqualTo(entries);
      assertThat(redis.get(RedisKeys.DEFAULT.reconcileLease())).isEqualTo("a third");
      assertThat(mysql.number("SELECT COUNT(*) FROM reconciliation")).isEqualTo(1);
      assertThat(mysql.number("SELECT COUNT(*) FROM repair WHERE state = 'DONE'")).isEqualTo(2);
    }
  }

  @Test
  @DisplayName("a holder that is paused before its plan has its writes to MySQL refused")
  void refusesLatePlans() {
    pausedHolderWritesNothing(false);
  }

  @Test
  @DisplayName("a holder that is paused after its plan has its writes to Redis refused")
  void refusesLateScripts() {
    pausedHolderWritesNothing(true);
  }

  @Test
  @DisplayName("a late holder is refused even where the second found nothing to mend")
  void refusesEvenWithoutAnotherRepair() {
    Holding hooks = new Holding(true);
    try (Node frozen =
            Node.start(
                Clock.systemUTC(),
                hooks,
                redis,
                mysql,
                "repair.lost",
                true,
                "leaseMillis",
                3_600_000);
        Node second = Node.start(redis, mysql, "repair.leak", true)) {
      Future<JsonObject> first = frozen.request(1001);
      await().atMost(LONG).until(() -> hooks.reached.future().isComplete());
      redis.command("UNLINK", RedisKeys.DEFAULT.reconcileLease());
      second.run(1001);

      hooks.letGo.complete();

      assertThat(Node.outcome(failure(first))).isEqualTo(Outcome.CONFLICT);
      assertThat(redis.number("XLEN", sale.keys.orders())).isEqualTo(6);
    }
  }

  /** Dies at one point. */
  private static RepairHooks dying(boolean written, AtomicInteger deaths) {
    return new RepairHooks() {
      @Override
      public Future<Void> beforeWrite(RepairKind kind, String subject) {
        return written ? Future.succeededFuture() : die();
      }

      @Override
      public Future<Void> afterWrite(RepairKind kind, String subject) {
        return written ? die() : Future.succeededFuture();
      }

      private Future<Void> die() {
        deaths.incrementAndGet();
        return Future.failedFuture("killed");
      }
    };
  }

  private void finishesWhatDied(boolean written) {
    AtomicInteger deaths = new AtomicInteger();
    try (Node dying =
        Node.start(Clock.systemUTC(), dying(written, deaths), redis, mysql, "repair.lost", true)) {
      failure(dying.request(1001));
    }
    assertThat(deaths.get()).isEqualTo(1);
    assertThat(mysql.number("SELECT COUNT(*) FROM repair WHERE state = 'PLANNED'")).isEqualTo(1);
    try (Node next = Node.start(redis, mysql, "repair.lost", true)) {
      next.run(1001);
      next.run(1001);
    }
    assertThat(redis.number("XLEN", sale.keys.orders())).isEqualTo(7);
    assertThat(mysql.number("SELECT COUNT(*) FROM repair WHERE state = 'PLANNED'")).isZero();
    assertThat(
            mysql.number(
                "SELECT COUNT(*) FROM repair WHERE state = 'DONE' AND kind = 'LOST'"
                    + " AND subject = ?",
                lost.orderId()))
        .isEqualTo(1);
  }

  @Test
  @DisplayName("a repair that was planned and not made is made by the next run")
  void makesPlannedRepairs() {
    finishesWhatDied(false);
  }

  @Test
  @DisplayName("a repair that was made and not noted is noted, and not made again")
  void notesMadeRepairs() {
    finishesWhatDied(true);
  }

  @Test
  @DisplayName("a buyer who was entered although the order ended meanwhile is given back")
  void healsGhostsThatEnded() {
    mysql.query("DELETE FROM orders");
    mysql.query("UPDATE seckill_item SET sold = 0");
    redis.command("DEL", sale.keys.users(), sale.keys.receipts());
    redis.command("SET", sale.keys.stock(), "20");
    Order ghost = new Order("ghost", Sale.newOrderId(), "1-1");
    sale.commit(List.of(ghost));
    RepairHooks cancelling =
        new RepairHooks() {
          @Override
          public Future<Void> beforeWrite(RepairKind kind, String subject) {
            sale.cancel(ghost);
            mysql.query("DELETE FROM outbox");
            return Future.succeededFuture();
          }
        };
    try (Node racing =
        Node.start(Clock.systemUTC(), cancelling, redis, mysql, "repair.ghost", true)) {
      racing.run(1001);
    }
    assertThat(redis.number("SISMEMBER", sale.keys.users(), "ghost")).isEqualTo(1);
    assertThat(mysql.number("SELECT COUNT(*) FROM outbox WHERE kind = 'UNIT_RETURN'")).isEqualTo(1);
  }

  @Test
  @DisplayName("a run that never ends is given up, and the next ones run")
  void givesUpHungRuns() {
    Holding hooks = new Holding(true);
    try (Node hung =
        Node.start(
            Clock.systemUTC(),
            hooks,
            redis,
            mysql,
            "repair.lost",
            true,
            "leaseMillis",
            3000,
            // Long enough for the run that follows, on a slow machine, too.
            "runLimitMillis",
            3000)) {
      Future<JsonObject> first = hung.request(1001);
      assertThat(Node.outcome(failure(first))).isEqualTo(Outcome.CONFLICT);
      hooks.letGo.complete();
      assertThat(finding(hung.run(1001), "LOST").getLong("count")).isEqualTo(1);
      hung.run(1001);
    }
    assertThat(redis.number("XLEN", sale.keys.orders())).isEqualTo(7);
  }

  @Test
  @DisplayName("every run raises the fence, and its end is noted for all processes")
  void notesTheEnd() {
    MovingClock clock = new MovingClock(Instant.parse("2024-11-11T10:00:00Z"));
    List<Long> fences = new ArrayList<>();
    try (Node any = Node.start(clock, redis, mysql)) {
      for (int i = 0; i < 3; i++) {
        any.run(1001);
        fences.add(mysql.number("SELECT fence FROM lease WHERE name = 'reconcile'"));
      }
      assertThat(fences).isSorted().doesNotHaveDuplicates();
    }
    try (Node idle = Node.start(clock, redis, mysql, "alarmAfterMillis", 60_000)) {
      assertThat(idle.meters.get("seckill_reconcile_last_finished").gauge().value())
          .isEqualTo(Instant.parse("2024-11-11T10:00:00Z").getEpochSecond());
      assertThat(check(idle)).isEqualTo("UP");
      clock.set(Instant.parse("2024-11-11T10:01:01Z"));
      assertThat(check(idle)).startsWith("WARN").contains("2024-11-11T10:00:00Z");
      idle.run(1001);
      assertThat(check(idle)).isEqualTo("UP");
    }
  }

  private static String check(Node node) {
    return TestVertx.await(node.health.ready())
        .getJsonObject("checks")
        .getString("last-reconciliation");
  }
}
