package seckill.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.junit5.VertxExtension;
import io.vertx.sqlclient.SqlConnection;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import seckill.testkit.MySqlExtension;
import seckill.testkit.TestMySql;
import seckill.testkit.TestVertx;

@ExtendWith({VertxExtension.class, MySqlExtension.class})
class MySqlLinkTimeLimitIT {

  @Test
  @DisplayName("a transaction that outlives its time limit leaves nothing, not even its later half")
  void timedOutTransactionIsWhollyUndone(Vertx vertx, TestMySql database) {
    database.query("CREATE TABLE ledger (id INT PRIMARY KEY, sold INT)");
    database.query("CREATE TABLE booked (id INT PRIMARY KEY)");
    database.query("INSERT INTO ledger VALUES (1, 0)");
    MySqlLink patient = MySqlLinkIT.link(vertx, database, "queryTimeoutMillis", 20_000);
    MySqlLink hasty = MySqlLinkIT.link(vertx, database, "queryTimeoutMillis", 1500);

    Future<?> ended =
        TestVertx.await(
            patient.withTransaction(
                holder ->
                    run(holder, "UPDATE ledger SET sold = 100 WHERE id = 1")
                        .compose(locked -> afterTimeout(hasty))));

    // Released by now; what the timed-out work still does must not last.
    assertThat(ended.failed()).isTrue();
    TestVertx.await(run(hasty, "SELECT * FROM ledger WHERE id = 1 FOR UPDATE"));
    TestVertx.await(run(hasty, "INSERT INTO booked VALUES (2)"));
    assertThat(database.number("SELECT sold FROM ledger")).isEqualTo(100);
    assertThat(database.number("SELECT COUNT(*) FROM booked WHERE id = 1")).isZero();
    TestVertx.await(hasty.close());
    TestVertx.await(patient.close());
  }

  private static Future<Future<Void>> afterTimeout(MySqlLink hasty) {
    Future<Void> work =
        hasty.withTransaction(
            connection ->
                run(connection, "UPDATE ledger SET sold = sold + 1 WHERE id = 1")
                    .compose(done -> run(connection, "INSERT INTO booked VALUES (1)")));
    return work.transform(done -> Future.succeededFuture(work));
  }

  private static Future<Void> run(SqlConnection connection, String sql) {
    return connection.query(sql).execute().mapEmpty();
  }

  private static Future<Void> run(MySqlLink link, String sql) {
    return link.withTransaction(connection -> run(connection, sql));
  }
}
