package seckill.standalone.bench;

import io.vertx.core.Vertx;
import io.vertx.mysqlclient.MySQLBuilder;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.PoolOptions;
import io.vertx.sqlclient.Tuple;
import java.time.Duration;
import seckill.standalone.process.SaleException;
import seckill.standalone.process.StoreAccess;
import seckill.standalone.process.Waiting;

/** Sees orders appear in MySQL, over a connection of its own; blocks. */
final class LandedWatch implements AutoCloseable {
  private static final Duration LIMIT = Duration.ofSeconds(60);
  private static final Duration POLL = Duration.ofMillis(1);
  private static final String FIND = "SELECT 1 FROM orders WHERE order_id = ?";

  private final Pool pool;

  LandedWatch(Vertx vertx, String url) {
    this.pool =
        MySQLBuilder.pool()
            .with(new PoolOptions().setMaxSize(1))
            .connectingTo(StoreAccess.mysql(url).setCachePreparedStatements(true))
            .using(vertx)
            .build();
  }

  /** Waits until others can read the row of an order. */
  void await(String orderId) {
    long deadline = System.nanoTime() + LIMIT.toNanos();
    while (!isThere(orderId)) {
      if (System.nanoTime() > deadline) {
        throw new SaleException("order " + orderId + " did not land in time");
      }
      Waiting.pause(POLL);
    }
  }

  private boolean isThere(String orderId) {
    return Waiting.on(
            pool.preparedQuery(FIND).execute(Tuple.of(orderId)), LIMIT, "cannot read MySQL")
        .iterator()
        .hasNext();
  }

  /** What the server calls itself. */
  String version() {
    return Waiting.on(pool.query("SELECT VERSION()").execute(), LIMIT, "cannot read MySQL")
        .iterator()
        .next()
        .getString(0);
  }

  @Override
  public void close() {
    Waiting.on(pool.close(), LIMIT, "cannot close the MySQL client");
  }
}
