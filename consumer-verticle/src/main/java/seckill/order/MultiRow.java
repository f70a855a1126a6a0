package seckill.order;

import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;

/**
 * A prepared statement over many rows, in a few fixed sizes.
 *
 * <p>Each size is prepared once per connection; a statement per exact row count would be prepared
 * anew for nearly every batch. Not thread-safe.
 *
 * @param <T> a row
 */
public final class MultiRow<T> {
  private static final int[] SIZES = {1000, 300, 100, 30, 10, 3, 1};

  private final String head;
  private final String row;
  private final String tail;
  private final BiConsumer<Tuple, T> bind;
  private final Map<Integer, String> statements = new HashMap<>();

  /**
   * @param head the statement before the rows
   * @param row one row with its placeholders
   * @param tail the statement after the rows
   * @param bind adds the parameters of one row
   */
  public MultiRow(String head, String row, String tail, BiConsumer<Tuple, T> bind) {
    this.head = head;
    this.row = row;
    this.tail = tail;
    this.bind = bind;
  }

  /** Runs the statement over all rows, in as few pieces as the sizes allow. */
  public Future<Void> insert(SqlConnection connection, List<T> rows) {
    Future<?> chain = Future.succeededFuture();
    int from = 0;
    while (from < rows.size()) {
      int size = largestWithin(rows.size() - from);
      List<T> piece = rows.subList(from, from + size);
      chain = chain.compose(previous -> run(connection, Tuple.tuple(), piece));
      from += size;
    }
    return chain.mapEmpty();
  }

  /** Runs the statement once, repeating the last row up to the next size: for lists after IN. */
  public Future<RowSet<Row>> select(SqlConnection connection, Tuple first, List<T> rows) {
    List<T> padded = new ArrayList<>(rows);
    int size = Arrays.stream(SIZES).filter(s -> s >= rows.size()).min().orElse(rows.size());
    while (padded.size() < size) {
      padded.add(rows.get(rows.size() - 1));
    }
    return run(connection, first, padded);
  }

  private Future<RowSet<Row>> run(SqlConnection connection, Tuple parameters, List<T> rows) {
    rows.forEach(value -> bind.accept(parameters, value));
    String sql = statements.computeIfAbsent(rows.size(), this::statement);
    return connection.preparedQuery(sql).execute(parameters);
  }

  private String statement(int rows) {
    StringBuilder sql = new StringBuilder(head).append(row);
    for (int i = 1; i < rows; i++) {
      sql.append(", ").append(row);
    }
    return sql.append(tail).toString();
  }

  private static int largestWithin(int rows) {
    return Arrays.stream(SIZES).filter(size -> size <= rows).max().orElse(1);
  }
}
