package seckill.order.notice;

import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** One statement for each of many rows: slower than one for all, and locks nothing else. */
final class EachRow {
  private EachRow() {}

  /**
   * Runs a statement for each row.
   *
   * @param parameters those of one row
   * @return the rows that it found and changed
   */
  static <T> Future<List<T>> changed(
      SqlConnection connection, String sql, List<T> rows, Function<T, Tuple> parameters) {
    if (rows.isEmpty()) {
      return Future.succeededFuture(rows);
    }
    return connection
        .preparedQuery(sql)
        .executeBatch(rows.stream().map(parameters).toList())
        .map(results -> changed(rows, results));
  }

  private static <T> List<T> changed(List<T> rows, RowSet<Row> results) {
    List<T> changed = new ArrayList<>();
    RowSet<Row> result = results;
    for (T row : rows) {
      if (result.rowCount() > 0) {
        changed.add(row);
      }
      result = result.next();
    }
    return changed;
  }
}
