package seckill.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.junit5.VertxExtension;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import seckill.config.ConfigException;
import seckill.testkit.MySqlExtension;
import seckill.testkit.TestMySql;
import seckill.testkit.TestVertx;

@ExtendWith({VertxExtension.class, MySqlExtension.class})
class MySqlLinkIT {
  private static final String INSERT = "INSERT INTO t VALUES (?, ?)";

  private MySqlLink link;

  @BeforeEach
  void open(Vertx vertx, TestMySql database) {
    database.query("CREATE TABLE t (id INT PRIMARY KEY, text VARCHAR(100) CHARACTER SET utf8mb4)");
    link = link(vertx, database);
    TestVertx.await(link.awaitReady());
  }

  @AfterEach
  void close() {
    TestVertx.await(link.close());
  }

  @Test
  @DisplayName("emoji and rare characters come back as they were")
  void keepsAllOfUnicode() {
    String text = "飞天茅台 🍾 𠮷 é e\u0301";
    TestVertx.await(link.execute(INSERT, Tuple.of(1, text)));
    Row row = one(link, "SELECT text, CHAR_LENGTH(text) FROM t WHERE id = 1");
    assertThat(row.getString(0)).isEqualTo(text);
    assertThat(row.getInteger(1)).isEqualTo(text.codePointCount(0, text.length()));
  }

  @Test
  @DisplayName("a failed transaction leaves nothing behind")
  void rollsBack(TestMySql database) {
    assertThatThrownBy(
            () ->
                TestVertx.await(
                    link.withTransaction(
                        connection ->
                            insert(connection, 1).compose(done -> insert(connection, 1)))))
        .satisfies(
            cause -> assertThat(MySqlLink.errorCode(cause)).isEqualTo(MySqlLink.DUPLICATE_KEY));
    assertThatThrownBy(
            () ->
                TestVertx.await(
                    link.withTransaction(
                        connection ->
                            insert(connection, 2)
                                .map(
                                    done -> {
                                      throw new IllegalStateException("on purpose");
                                    }))))
        .hasMessage("on purpose");
    assertThatThrownBy(
            () ->
                TestVertx.await(
                    link.withTransaction(
                        connection -> {
                          throw new IllegalStateException("at once");
                        })))
        .hasMessage("at once");
    assertThat(database.number("SELECT COUNT(*) FROM t")).isZero();

    TestVertx.await(link.withTransaction(connection -> insert(connection, 3)));
    assertThat(database.number("SELECT COUNT(*) FROM t")).isEqualTo(1);
  }

  @Test
  @DisplayName("steps of a transaction that ran out of time are never carried out afterwards")
  void abandonsLateSteps(Vertx vertx, TestMySql database) {
    MySqlLink hasty = link(vertx, database, "poolSize", 1, "queryTimeoutMillis", 1000);
    List<Future<?>> late = new ArrayList<>();
    Promise<Void> outside = Promise.promise();
    Future<Void> work =
        hasty.withTransaction(
            connection ->
                insert(connection, 1)
                    .compose(done -> connection.query("SELECT SLEEP(2)").execute())
                    .transform(
                        slept -> {
                          Future<Void> step = insert(connection, 2);
                          late.add(step);
                          return step;
                        }));
    Future<Void> stuck =
        hasty
            .withTransaction(
                connection ->
                    insert(connection, 3)
                        .compose(done -> outside.future())
                        .compose(
                            done -> {
                              Future<Void> step = insert(connection, 4);
                              late.add(step);
                              return step;
                            }))
            .recover(timeout -> Future.succeededFuture());

    assertThatThrownBy(() -> TestVertx.await(work)).hasMessageContaining("imeout");
    assertThat(MySqlLink.isTransient(work.cause())).isTrue();
    TestVertx.await(stuck);
    outside.complete();
    await().atMost(Duration.ofSeconds(30)).until(() -> late.stream().allMatch(Future::failed));
    assertThat(late).isNotEmpty();
    await()
        .atMost(Duration.ofSeconds(30))
        .until(() -> number(database, "SELECT COUNT(*) FROM information_schema.innodb_trx") == 0);
    assertThat(database.number("SELECT COUNT(*) FROM t")).isZero();

    for (int i = 10; i < 15; i++) {
      int id = i;
      TestVertx.await(hasty.withTransaction(connection -> insert(connection, id)));
    }
    assertThat(database.number("SELECT COUNT(*) FROM t")).isEqualTo(5);
    TestVertx.await(hasty.close());
  }

  @Test
  @DisplayName("a waiting lock is given up by the server before the link's own limit")
  void givesUpLocks(Vertx vertx, TestMySql database) {
    database.query("INSERT INTO t VALUES (1, 'x')");
    MySqlLink patient = link(vertx, database, "queryTimeoutMillis", 4000);
    Promise<Void> release = Promise.promise();
    Promise<Void> locked = Promise.promise();
    Future<Void> holder =
        link.withTransaction(
            connection ->
                connection
                    .query("UPDATE t SET text = 'a' WHERE id = 1")
                    .execute()
                    .onComplete(done -> locked.complete())
                    .compose(done -> release.future()));
    TestVertx.await(locked.future());
    assertThatThrownBy(
            () ->
                TestVertx.await(
                    patient.withTransaction(
                        connection ->
                            connection.query("UPDATE t SET text = 'b' WHERE id = 1").execute())))
        .satisfies(cause -> assertThat(MySqlLink.errorCode(cause)).isEqualTo(1205))
        .satisfies(cause -> assertThat(MySqlLink.isTransient(cause)).isTrue());
    release.complete();
    TestVertx.await(holder);
    TestVertx.await(patient.close());
  }

  @Test
  @DisplayName("after all connections were killed the next work succeeds within a few tries")
  void survivesKilledConnections(TestMySql database) {
    for (int round = 0; round < 3; round++) {
      Future<Void> inWork =
          link.withConnection(connection -> connection.query("SELECT SLEEP(30)").execute())
              .mapEmpty();
      List<Row> victims = new ArrayList<>();
      await()
          .atMost(Duration.ofSeconds(30))
          .until(
              () -> {
                victims.clear();
                database
                    .query(
                        "SELECT id FROM information_schema.processlist WHERE db = DATABASE()"
                            + " AND id <> CONNECTION_ID() AND info LIKE '%SLEEP%'")
                    .forEach(victims::add);
                return !victims.isEmpty();
              });
      victims.forEach(row -> database.query("KILL " + row.getValue(0)));
      assertThat(failure(inWork)).matches(MySqlLink::isTransient);
      await().atMost(Duration.ofSeconds(30)).untilAsserted(() -> TestVertx.await(link.ping()));
    }
  }

  @Test
  @DisplayName("callers beyond the wait queue are refused at once, the others are served")
  void boundsTheWaitQueue(Vertx vertx, TestMySql database) {
    MySqlLink narrow = link(vertx, database, "poolSize", 1, "maxWaiting", 2);
    TestVertx.await(narrow.ping());
    Promise<Void> release = Promise.promise();
    Promise<Void> held = Promise.promise();
    Future<Void> holder =
        narrow.withConnection(
            connection -> {
              held.complete();
              return release.future();
            });
    TestVertx.await(held.future());
    List<Future<Void>> waiting = List.of(narrow.ping(), narrow.ping());
    Future<Void> refused = narrow.ping();
    assertThatThrownBy(() -> TestVertx.await(refused)).hasMessageContaining("queue");
    assertThat(MySqlLink.isTransient(refused.cause())).isTrue();
    release.complete();
    TestVertx.await(holder);
    TestVertx.await(Future.all(waiting));
    TestVertx.await(narrow.close());
  }

  @Test
  @DisplayName("a caller that waits for a connection in vain hears so, and takes none with it")
  void waitsForAConnectionInVain(Vertx vertx, TestMySql database) {
    MySqlLink narrow = link(vertx, database, "poolSize", 1, "connectTimeoutMillis", 600);
    TestVertx.await(narrow.ping());
    for (int round = 0; round < 3; round++) {
      Promise<Void> release = Promise.promise();
      Promise<Void> held = Promise.promise();
      Future<Void> holder =
          narrow.withConnection(
              connection -> {
                held.complete();
                return release.future();
              });
      TestVertx.await(held.future());
      assertThatThrownBy(() -> TestVertx.await(narrow.ping())).hasMessageContaining("imeout");
      release.complete();
      TestVertx.await(holder);
    }
    TestVertx.await(narrow.ping());
    TestVertx.await(narrow.close());
  }

  @Test
  @DisplayName("a wrong user, a wrong database and an unreadable URL fail the start at once")
  void failsToStart(Vertx vertx, TestMySql database) {
    for (String url :
        List.of(
            database.url().replaceFirst("//[^@]*@", "//nobody:secret@"),
            database.url().replaceFirst("/[^/]*$", "/no_such_database"))) {
      MySqlLink wrong = new MySqlLink(vertx, TestSettings.mysql(url));
      assertThatThrownBy(() -> TestVertx.await(wrong.awaitReady()))
          .hasMessageStartingWith("cannot reach MySQL: ")
          .hasMessageNotContaining("secret");
      TestVertx.await(wrong.close());
    }
    assertThatThrownBy(
            () -> new MySqlLink(vertx, TestSettings.mysql("mysql://u:se/cr@et@127.0.0.1:1/db")))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("SECKILL_MYSQL_URL")
        .hasMessageNotContaining("cr@et");
  }

  static MySqlLink link(Vertx vertx, TestMySql database, Object... namesAndValues) {
    return new MySqlLink(vertx, TestSettings.mysql(database.url(), namesAndValues));
  }

  static Throwable failure(Future<?> future) {
    return TestVertx.await(future.transform(done -> Future.succeededFuture(done.cause())));
  }

  static Row one(MySqlLink link, String sql) {
    return TestVertx.await(link.execute(sql, Tuple.tuple())).iterator().next();
  }

  private static long number(TestMySql database, String sql) {
    return database.number(sql);
  }

  private static Future<Void> insert(SqlConnection connection, int id) {
    return connection.preparedQuery(INSERT).execute(Tuple.of(id, "x")).mapEmpty();
  }
}
