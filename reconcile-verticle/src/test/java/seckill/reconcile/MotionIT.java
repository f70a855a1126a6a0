package seckill.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import seckill.config.MySqlSettings;
import seckill.config.SettingsLoader;
import seckill.reconcile.Sale.Order;
import seckill.runtime.MySqlLink;
import seckill.testkit.MySqlExtension;
import seckill.testkit.RedisExtension;
import seckill.testkit.TestMySql;
import seckill.testkit.TestRedis;
import seckill.testkit.TestVertx;

@ExtendWith({RedisExtension.class, MySqlExtension.class})
class MotionIT {
  private static final int LOOKS = 40;
  private static final int MAX_BACKLOG = 300;

  @Test
  @DisplayName("while orders move at full speed no look is ever a finding, even without grace")
  void neverAFalseFinding(TestRedis redis, TestMySql mysql) {
    long seed = System.nanoTime();
    System.out.println("MotionIT seed " + seed);
    try (Node node =
        Node.start(
            redis, mysql, "graceMillis", 0, "pageSize", 40, "maxTracked", 1000, "readTries", 2)) {
      Sale sale = new Sale(redis, mysql, 1001, 1_000_000);
      MySqlLink link = new MySqlLink(node.vertx, settings(mysql));
      AtomicBoolean stop = new AtomicBoolean();
      Mover mover = new Mover(sale, link, new Random(seed));
      CompletableFuture<Void> moving = CompletableFuture.runAsync(() -> mover.move(stop));
      List<String> verdicts = new ArrayList<>();
      try {
        for (int i = 0; i < LOOKS; i++) {
          JsonObject report = node.run(1001);
          assertThat(report.getJsonArray("findings")).as("seed %d: %s", seed, report).isEmpty();
          verdicts.add(report.getString("verdict"));
        }
      } finally {
        stop.set(true);
        moving.join();
      }
      mover.drain();

      JsonObject last = node.run(1001);
      assertThat(last.getString("verdict")).as("seed %d: %s", seed, last).isEqualTo("BALANCED");
      assertThat(last.getJsonObject("numbers").getLong("orders")).isEqualTo(mover.bought);
      assertThat(verdicts).contains("IN_FLIGHT");
      TestVertx.await(link.close());
    }
  }

  @Test
  @DisplayName("a loss in the middle of the rush is found while the rush goes on")
  void findsLossInMotion(TestRedis redis, TestMySql mysql) {
    long seed = System.nanoTime();
    System.out.println("MotionIT seed " + seed);
    try (Node node = Node.start(redis, mysql, "graceMillis", 50, "pageSize", 50)) {
      Sale sale = new Sale(redis, mysql, 1001, 1_000_000);
      MySqlLink link = new MySqlLink(node.vertx, settings(mysql));
      Order lost = sale.buy("lost");
      redis.command("XDEL", sale.keys.orders(), lost.streamId());
      AtomicBoolean stop = new AtomicBoolean();
      Mover mover = new Mover(sale, link, new Random(seed));
      CompletableFuture<Void> moving = CompletableFuture.runAsync(() -> mover.move(stop));
      try {
        for (int i = 0; i < 5; i++) {
          JsonObject finding = SaleFixture.finding(node.run(1001), "LOST");
          assertThat(SaleFixture.texts(finding, "users")).as("seed %d", seed).containsOnly("lost");
        }
      } finally {
        stop.set(true);
        moving.join();
      }
      TestVertx.await(link.close());
    }
  }

  private static MySqlSettings settings(TestMySql mysql) {
    JsonObject document = new JsonObject().put("mysql", new JsonObject().put("url", mysql.url()));
    return MySqlSettings.of(new SettingsLoader("reconcile").load(document, Map.of()));
  }

  /** Buys, delivers, commits and acknowledges in random portions, always in the right order. */
  private static final class Mover {
    private final Sale sale;
    private final MySqlLink link;
    private final Random random;
    private final Deque<Order> unread = new ArrayDeque<>();
    private final Deque<Order> read = new ArrayDeque<>();
    private final Deque<Order> committed = new ArrayDeque<>();
    private long bought;

    Mover(Sale sale, MySqlLink link, Random random) {
      this.sale = sale;
      this.link = link;
      this.random = random;
    }

    void move(AtomicBoolean stop) {
      while (!stop.get()) {
        switch (random.nextInt(5)) {
          case 0, 1 -> buy(1 + random.nextInt(8));
          case 2 -> deliver(1 + random.nextInt(9));
          case 3 -> commit(1 + random.nextInt(9));
          default -> acknowledge(1 + random.nextInt(9));
        }
      }
    }

    void drain() {
      while (!unread.isEmpty()) {
        deliver(100);
      }
      while (!read.isEmpty()) {
        commit(100);
      }
      acknowledge(committed.size());
    }

    private void buy(int count) {
      if (unread.size() + read.size() + committed.size() > MAX_BACKLOG) {
        return;
      }
      for (int i = 0; i < count; i++) {
        unread.add(sale.buy("user-" + random.nextLong() + "-" + bought++));
      }
    }

    private void deliver(int count) {
      List<Order> batch = take(unread, count);
      if (!batch.isEmpty()) {
        sale.deliver(batch.size());
        read.addAll(batch);
      }
    }

    private void commit(int count) {
      List<Order> batch = take(read, count);
      if (batch.isEmpty()) {
        return;
      }
      if (random.nextInt(20) == 0) {
        bury(batch.remove(0));
      }
      TestVertx.await(
          link.withTransaction(
              connection -> {
                Future<Void> chain = Future.succeededFuture();
                for (Order order : batch) {
                  chain =
                      chain.compose(
                          done ->
                              connection
                                  .preparedQuery(
                                      "INSERT INTO orders (order_id, item_id, user_id,"
                                          + " price_cents, status, live, purchased_at, created_at)"
                                          + " VALUES (?, 1001, ?, 1, 'CREATED', 1, ?, ?)")
                                  .execute(
                                      Tuple.of(
                                          order.orderId(),
                                          Buffer.buffer(order.user()),
                                          Sale.utc(Instant.now()),
                                          Sale.utc(Instant.now())))
                                  .mapEmpty());
                }
                return chain.compose(
                    done ->
                        connection
                            .preparedQuery("UPDATE seckill_item SET sold = sold + ?")
                            .execute(Tuple.of(batch.size()))
                            .<Void>mapEmpty());
              }));
      committed.addAll(batch);
    }

    // Stored as a dead letter first, acknowledged later, as it has to be.
    private void bury(Order order) {
      sale.redis.command(
          "XADD", sale.keys.dead(), "*", "order_id", order.orderId(), "user_id", order.user());
      bought--;
      committed.add(order);
    }

    private void acknowledge(int count) {
      sale.acknowledge(take(committed, count));
    }

    private static List<Order> take(Deque<Order> from, int count) {
      List<Order> batch = new ArrayList<>();
      while (batch.size() < count && !from.isEmpty()) {
        batch.add(from.poll());
      }
      return batch;
    }
  }
}
