package seckill.standalone.bench;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.mysqlclient.MySQLBuilder;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.PoolOptions;
import io.vertx.sqlclient.Tuple;
import java.time.Duration;
import java.time.LocalDateTime;
import seckill.standalone.process.StoreAccess;
import seckill.standalone.process.Waiting;

/** A plain client of MySQL: multi-row inserts of orders, one after the other, and nothing else. */
final class PlainInserts implements AutoCloseable {
  private static final Duration LIMIT = Duration.ofMinutes(10);
  private static final String INSERT =
      "INSERT INTO orders (order_id, item_id, user_id, price_cents, status, live, reference,"
          + " purchased_at, created_at) VALUES ";
  private static final String ROW = "(?, ?, ?, ?, 'CREATED', 1, ?, ?, ?)";
  private static final String NEW_ITEM =
      "INSERT INTO seckill_item (id, sku, name, price_cents, total_stock, start_at, end_at, status,"
          + " created_at) VALUES (?, 'bench', 'bench', ?, ?, '2026-01-01', '2036-01-01', 'OPEN',"
          + " '2026-01-01')";
  private static final long PRICE = 149_900;
  private static final LocalDateTime NOON = LocalDateTime.of(2026, 11, 11, 12, 0);

  private final Pool pool;
  private final int batch;
  private final String statement;

  PlainInserts(Vertx vertx, String url, int batch) {
    this.batch = batch;
    this.statement = INSERT + ROW + (", " + ROW).repeat(batch - 1);
    this.pool =
        MySQLBuilder.pool()
            .with(new PoolOptions().setMaxSize(1))
            .connectingTo(
                StoreAccess.mysql(url)
                    .setCachePreparedStatements(true)
                    .setPreparedStatementCacheSqlLimit(statement.length() + 1))
            .using(vertx)
            .build();
  }

  /** Puts an item with so many units into the books. */
  void item(long itemId, long units) {
    Waiting.on(
        pool.preparedQuery(NEW_ITEM).execute(Tuple.of(itemId, PRICE, units)),
        LIMIT,
        "cannot create the item");
  }

  /** Forgets all orders, so that every round begins with the same table. */
  void empty() {
    Waiting.on(pool.query("TRUNCATE TABLE orders").execute(), LIMIT, "cannot empty the table");
  }

  /** Inserts orders; how many per second. */
  double run(long itemId, int orders) {
    long start = System.nanoTime();
    Waiting.on(from(itemId, 0, orders), LIMIT, "cannot insert orders");
    return orders * 1e9 / (System.nanoTime() - start);
  }

  private Future<Void> from(long itemId, int first, int orders) {
    if (first >= orders) {
      return Future.succeededFuture();
    }
    Tuple parameters = Tuple.tuple();
    for (int i = first; i < first + batch; i++) {
      parameters
          .addString(String.format("0190a6b2-7c3d-7e4f-9%03x-%012x", itemId % 4096, i))
          .addLong(itemId)
          .addBuffer(Buffer.buffer("u" + i))
          .addLong(PRICE)
          .addString("")
          .addLocalDateTime(NOON)
          .addLocalDateTime(NOON);
    }
    return pool.preparedQuery(statement)
        .execute(parameters)
        .compose(done -> from(itemId, first + batch, orders));
  }

  @Override
  public void close() {
    Waiting.on(pool.close(), LIMIT, "cannot close the pool");
  }
}
