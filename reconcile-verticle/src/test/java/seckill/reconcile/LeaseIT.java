package seckill.reconcile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Row;
import java.time.Duration;
import java.time.LocalDateTime;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import seckill.contract.Outcome;
import seckill.contract.RedisKeys;
import seckill.reconcile.Sale.Order;
import seckill.testkit.TestVertx;

class LeaseIT extends SaleFixture {
  private static final Duration LONG = Duration.ofSeconds(60);

  /** A lasting gap, so that a run takes as long as its grace time. */
  @BeforeEach
  void makeGap() {
    List<Order> orders = sale.buyAll(Sale.users("u", 10));
    sale.land(orders);
    delete(orders.get(3));
  }

  private long reports() {
    return mysql.number("SELECT COUNT(*) FROM reconciliation");
  }

  private void awaitLease() {
    await().atMost(LONG).until(() -> redis.get(RedisKeys.DEFAULT.reconcileLease()) != null);
  }

  @Test
  @DisplayName("of two runs at once on two nodes one reports and one conflicts")
  void oneOfTwoRuns() {
    try (Node a = Node.start(redis, mysql, "graceMillis", 2000);
        Node b = Node.start(redis, mysql, "graceMillis", 2000)) {
      Future<JsonObject> first = a.request(1001);
      Future<JsonObject> second = b.request(1001);
      await().atMost(LONG).until(() -> first.isComplete() && second.isComplete());

      Future<JsonObject> winner = first.succeeded() ? first : second;
      Future<JsonObject> loser = first.succeeded() ? second : first;
      assertThat(finding(winner.result(), "LOST").getLong("count")).isEqualTo(1);
      assertThat(Node.outcome(loser.cause())).isEqualTo(Outcome.CONFLICT);
      assertThat(reports()).isEqualTo(1);
      assertThat(redis.get(RedisKeys.DEFAULT.reconcileLease())).isNull();
      assertThat(finding(b.run(1001), "LOST").getLong("count")).isEqualTo(1);
    }
  }

  @Test
  @DisplayName("a second run on the same node conflicts too, whatever its item")
  void oneRunPerNode() {
    try (Node slow = Node.start(redis, mysql, "graceMillis", 2000)) {
      Future<JsonObject> first = slow.request(1001);
      awaitLease();
      assertThat(Node.outcome(failure(slow.request(1002)))).isEqualTo(Outcome.CONFLICT);
      TestVertx.await(first);
    }
  }

  @Test
  @DisplayName("a run that outlives its lease time keeps the lease by prolonging it")
  void prolongsItsLease() {
    try (Node slow = Node.start(redis, mysql, "graceMillis", 4500, "leaseMillis", 2000)) {
      assertThat(slow.run(1001).getString("verdict")).isEqualTo("FINDINGS");
    }
  }

  @Test
  @DisplayName("a run whose lease went to another writes and tells nothing")
  void lateRunWritesNothing() {
    try (Node slow = Node.start(redis, mysql, "graceMillis", 1500, "leaseMillis", 60_000)) {
      Future<JsonObject> run = slow.request(1001);
      awaitLease();
      redis.command("SET", RedisKeys.DEFAULT.reconcileLease(), "another");

      assertThat(Node.outcome(failure(run))).isEqualTo(Outcome.CONFLICT);
      assertThat(reports()).isZero();
      assertThat(slow.facts).isEmpty();
      assertThat(slow.alerts).isEmpty();
      assertThat(redis.get(RedisKeys.DEFAULT.reconcileLease())).isEqualTo("another");
    }
  }

  @Test
  @DisplayName("a run whose lease vanished stops within a third of the lease time")
  void stopsEarly() {
    try (Node slow = Node.start(redis, mysql, "graceMillis", 600_000, "leaseMillis", 1000)) {
      Future<JsonObject> run = slow.request(1001);
      awaitLease();
      redis.command("UNLINK", RedisKeys.DEFAULT.reconcileLease());

      assertThat(Node.outcome(failure(run))).isEqualTo(Outcome.CONFLICT);
      assertThat(reports()).isZero();
    }
  }

  @Test
  @DisplayName("after the holder was killed the schedule runs again within interval and lease")
  void survivesKilledHolder() {
    redis.command("SET", RedisKeys.DEFAULT.reconcileLease(), "DEMAND:dead", "PX", "3600000");
    try (Node next = Node.start(redis, mysql, "saleIntervalMillis", 100)) {
      await()
          .atMost(LONG)
          .until(() -> next.meters.counter("seckill_reconcile_skipped").count() > 0);
      assertThat(next.facts).isEmpty();
      // However long that took: now the lease of the dead runs out.
      redis.command("PEXPIRE", RedisKeys.DEFAULT.reconcileLease(), "200");
      await().atMost(LONG).until(() -> !next.facts.isEmpty());
    }
  }

  @Test
  @DisplayName("runs longer than the interval never overlap, on one node or two")
  void neverOverlaps() {
    try (Node a = Node.start(redis, mysql, "saleIntervalMillis", 20, "graceMillis", 150);
        Node b = Node.start(redis, mysql, "saleIntervalMillis", 20, "graceMillis", 150)) {
      await().atMost(LONG).until(() -> reports() >= 8);
      assertThat(a.facts.size() + b.facts.size()).isPositive();
    }
    LocalDateTime previousEnd = LocalDateTime.MIN;
    for (Row row : mysql.query("SELECT started_at, finished_at FROM reconciliation ORDER BY id")) {
      assertThat(row.getLocalDateTime(0)).isAfterOrEqualTo(previousEnd);
      previousEnd = row.getLocalDateTime(1);
    }
  }

  @Test
  @DisplayName("a stop gives up the run under way, writes nothing and gives the lease back")
  void stopsCleanly() {
    try (Node stopping = Node.start(redis, mysql, "graceMillis", 600_000)) {
      Future<JsonObject> run = stopping.request(1001);
      awaitLease();

      stopping.stop();

      assertThat(Node.outcome(failure(run))).isEqualTo(Outcome.CONFLICT);
      assertThat(reports()).isZero();
      assertThat(redis.get(RedisKeys.DEFAULT.reconcileLease())).isNull();
    }
  }
}
