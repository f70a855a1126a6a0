package seckill.reconcile;

import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicBoolean;
import seckill.reconcile.Sale.Order;
import seckill.runtime.MySqlLink;
import seckill.testkit.TestVertx;

/** Buys, delivers, commits and acknowledges in random portions, always in the right order. */
final class Mover {
  private static final int MAX_BACKLOG = 300;

  private final Sale sale;
  private final MySqlLink link;
  private final Random random;
  private final Deque<Order> unread = new ArrayDeque<>();
  private final Deque<Order> read = new ArrayDeque<>();
  private final Deque<Order> committed = new ArrayDeque<>();
  long bought;

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
    sale.mysql.query(
        "INSERT INTO dead_letter (item_id, stream_id, order_id, user_id, fields, reason,"
            + " deliveries, created_at) VALUES (?, ?, ?, ?, '{}', 'test', 1, ?)",
        sale.itemId,
        order.streamId(),
        Buffer.buffer(order.orderId()),
        Buffer.buffer(order.user()),
        Sale.utc(Instant.now()));
    sale.redis.command(
        "XADD",
        sale.keys.dead(),
        "*",
        "order_id",
        order.orderId(),
        "user_id",
        order.user(),
        "stream_id",
        order.streamId());
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
