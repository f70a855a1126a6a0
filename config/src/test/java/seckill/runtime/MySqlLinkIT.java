package seckill.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import io.vertx.core.net.NetServer;
import io.vertx.junit5.VertxExtension;
import io.vertx.sqlclient.SqlConnection;
import java.util.Map;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import seckill.config.MySqlSettings;
import seckill.config.SettingsLoader;
import seckill.testkit.MySqlExtension;
import seckill.testkit.TestMySql;
import seckill.testkit.TestVertx;

@ExtendWith({VertxExtension.class, MySqlExtension.class})
class MySqlLinkIT {

  @Test
  @DisplayName("a transaction that outlives its time limit leaves nothing, not even its later half")
  void timedOutTransactionIsWhollyUndone(Vertx vertx, TestMySql database) {
    database.query("CREATE TABLE ledger (id INT PRIMARY KEY, sold INT)");
    database.query("CREATE TABLE booked (id INT PRIMARY KEY)");
    database.query("INSERT INTO ledger VALUES (1, 0)");
    MySqlLink patient = new MySqlLink(vertx, settings(database, 20_000));
    MySqlLink hasty = new MySqlLink(vertx, settings(database, 500));

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

  @Test
  @DisplayName("connections that came too late for their caller go back to the pool")
  void lateConnectionsAreNotLost(Vertx vertx, TestMySql database) {
    MySqlLink link = new MySqlLink(vertx, settings(database, 100));
    Future<Void> slow = link.withConnection(connection -> run(connection, "SELECT SLEEP(0.4)"));
    Future<Void> slower = link.withConnection(connection -> run(connection, "SELECT SLEEP(0.4)"));
    Future<Void> late = link.withConnection(connection -> run(connection, "SELECT 1"));

    assertThatThrownBy(() -> TestVertx.await(late)).hasRootCauseInstanceOf(TimeoutException.class);
    TestVertx.await(Future.join(slow, slower).otherwiseEmpty());
    await()
        .pollInSameThread()
        .ignoreExceptions()
        .untilAsserted(() -> TestVertx.await(Future.all(link.ping(), link.ping(), link.ping())));
    TestVertx.await(link.close());
  }

  @Test
  @DisplayName("a server that accepts connections and says nothing does not exhaust the pool")
  void silentServer(Vertx vertx) {
    AtomicInteger accepted = new AtomicInteger();
    NetServer silent = vertx.createNetServer().connectHandler(socket -> accepted.incrementAndGet());
    TestVertx.await(silent.listen(0, "127.0.0.1"));
    JsonObject section =
        new JsonObject()
            .put("url", "mysql://root@127.0.0.1:" + silent.actualPort() + "/none")
            .put("poolSize", 1)
            .put("connectTimeoutMillis", 100)
            .put("queryTimeoutMillis", 100);
    MySqlLink link = new MySqlLink(vertx, settings(section));

    await()
        .pollInSameThread()
        .untilAsserted(
            () -> {
              assertThatThrownBy(() -> TestVertx.await(link.ping())).isNotNull();
              assertThat(accepted).hasValueGreaterThanOrEqualTo(3);
            });
    TestVertx.await(silent.close());
  }

  private static Future<Void> run(SqlConnection connection, String sql) {
    return connection.query(sql).execute().mapEmpty();
  }

  private static Future<Void> run(MySqlLink link, String sql) {
    return link.withTransaction(connection -> run(connection, sql));
  }

  private static MySqlSettings settings(TestMySql database, long queryTimeoutMillis) {
    JsonObject section =
        new JsonObject()
            .put("url", database.url())
            .put("poolSize", 2)
            .put("queryTimeoutMillis", queryTimeoutMillis);
    return settings(section);
  }

  private static MySqlSettings settings(JsonObject section) {
    JsonObject document = new JsonObject().put("mysql", section);
    return MySqlSettings.of(new SettingsLoader("seckill").load(document, Map.of()));
  }
}
