package seckill.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.junit5.VertxExtension;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import seckill.testkit.MySqlExtension;
import seckill.testkit.TestMySql;
import seckill.testkit.TestVertx;

@ExtendWith({VertxExtension.class, MySqlExtension.class})
class MySqlTransactionIT {
  private static final String ADD = "UPDATE t SET n = n + 1 WHERE id = ?";

  private MySqlLink link;

  @BeforeEach
  void open(Vertx vertx, TestMySql database) {
    database.query("CREATE TABLE t (id INT PRIMARY KEY, n INT NOT NULL)");
    database.query("INSERT INTO t VALUES (1, 0), (2, 0)");
    link = MySqlLinkIT.link(vertx, database);
  }

  @AfterEach
  void close() {
    TestVertx.await(link.close());
  }

  private static Future<Void> add(SqlConnection connection, int id) {
    return connection.preparedQuery(ADD).execute(Tuple.of(id)).mapEmpty();
  }

  @Test
  @DisplayName("of two transactions that lock each other out, both are carried out once")
  void deadlock(TestMySql database) {
    Promise<Void> both = Promise.promise();
    AtomicInteger begun = new AtomicInteger();
    Future<Void> there = crossing(both, begun, 1, 2);
    Future<Void> back = crossing(both, begun, 2, 1);

    TestVertx.await(Future.all(there, back));

    assertThat(begun.get()).isEqualTo(3);
    assertThat(database.number("SELECT SUM(n) FROM t")).isEqualTo(4);
  }

  private Future<Void> crossing(Promise<Void> both, AtomicInteger begun, int first, int second) {
    return link.withTransaction(
        connection ->
            add(connection, first)
                .onSuccess(
                    done -> {
                      if (begun.incrementAndGet() == 2) {
                        both.complete();
                      }
                    })
                .compose(done -> both.future())
                .compose(done -> add(connection, second)));
  }

  @Test
  @DisplayName("a transaction whose snapshot went stale is run again from its first statement")
  void staleSnapshot(TestMySql database) {
    assumeTrue(
        database.query("SHOW VARIABLES LIKE 'innodb_snapshot_isolation'").size() > 0,
        "only MariaDB from 10.6.18 on refuses to lock what changed since it was read");
    AtomicInteger tries = new AtomicInteger();

    TestVertx.await(
        link.withTransaction(
            connection ->
                connection
                    .query("SET SESSION innodb_snapshot_isolation = ON")
                    .execute()
                    .compose(on -> connection.query("SELECT n FROM t WHERE id = 1").execute())
                    .compose(
                        seen ->
                            tries.incrementAndGet() == 1
                                ? link.execute(ADD, Tuple.of(1)).mapEmpty()
                                : Future.succeededFuture())
                    .compose(changed -> add(connection, 1))));

    assertThat(tries.get()).isEqualTo(2);
    assertThat(database.number("SELECT n FROM t WHERE id = 1")).isEqualTo(2);
  }

  @ParameterizedTest
  @ValueSource(ints = {1020, 1213, 1290, 1836, 3101})
  @DisplayName("what is undone again and again fails after the tries of the settings")
  void giveUp(int code, Vertx vertx, TestMySql database) {
    MySqlLink twice = MySqlLinkIT.link(vertx, database, "transactionTries", 2);
    AtomicInteger tries = new AtomicInteger();
    Future<Void> hopeless =
        twice.withTransaction(
            connection ->
                add(connection, 1)
                    .compose(
                        done -> {
                          tries.incrementAndGet();
                          return connection
                              .query("SIGNAL SQLSTATE 'HY000' SET MYSQL_ERRNO = " + code)
                              .execute()
                              .mapEmpty();
                        }));

    assertThat(MySqlLink.errorCode(MySqlLinkIT.failure(hopeless))).isEqualTo(code);
    assertThat(tries.get()).isEqualTo(2);
    assertThat(database.number("SELECT SUM(n) FROM t")).isZero();
    TestVertx.await(twice.close());
  }

  @ParameterizedTest
  @ValueSource(ints = {1205, 1053, 1317, 1062, 1406})
  @DisplayName("what may have taken its time, or would fail again, is not run again")
  void onlyOnce(int code) {
    AtomicInteger tries = new AtomicInteger();
    Future<Void> failing =
        link.withTransaction(
            connection -> {
              tries.incrementAndGet();
              return connection
                  .query("SIGNAL SQLSTATE 'HY000' SET MYSQL_ERRNO = " + code)
                  .execute()
                  .mapEmpty();
            });

    assertThat(MySqlLink.errorCode(MySqlLinkIT.failure(failing))).isEqualTo(code);
    assertThat(tries.get()).isEqualTo(1);
  }

  @Test
  @DisplayName("work that waited for others has its whole time from then on")
  void renewsItsTime(Vertx vertx, TestMySql database) {
    MySqlLink hasty = MySqlLinkIT.link(vertx, database, "queryTimeoutMillis", 4000);
    Future<Void> patient =
        hasty.withTransaction(
            (connection, renew) ->
                connection
                    .query("DO SLEEP(2.5)")
                    .execute()
                    .onSuccess(slept -> renew.run())
                    .compose(slept -> connection.query("DO SLEEP(2.5)").execute())
                    .compose(slept -> add(connection, 1)));
    Future<Void> late =
        hasty.withTransaction(
            connection ->
                connection
                    .query("DO SLEEP(2.5)")
                    .execute()
                    .compose(slept -> connection.query("DO SLEEP(2.5)").execute())
                    .compose(slept -> add(connection, 2)));

    assertThat(MySqlLink.isTooLong(MySqlLinkIT.failure(late))).isTrue();
    TestVertx.await(patient);
    assertThat(database.number("SELECT n FROM t WHERE id = 1")).isEqualTo(1);
    assertThat(database.number("SELECT n FROM t WHERE id = 2")).isZero();
    TestVertx.await(hasty.close());
  }

  @Test
  @DisplayName("MariaDB ends a statement itself when its time is over, and lets its locks go")
  void endsStatements(Vertx vertx, TestMySql database) {
    assumeTrue(
        database.query("SHOW VARIABLES LIKE 'max_statement_time'").size() > 0,
        "MySQL has no limit for statements that write");
    MySqlLink hasty = MySqlLinkIT.link(vertx, database, "queryTimeoutMillis", 1000);
    database.query(
        "CREATE TRIGGER slow BEFORE UPDATE ON t FOR EACH ROW SET NEW.n = NEW.n + SLEEP(600)");
    assertThat(
            MySqlLink.isTooLong(
                MySqlLinkIT.failure(
                    hasty.withTransaction(
                        connection -> connection.query("UPDATE t SET n = 7").execute()))))
        .isTrue();
    database.query("DROP TRIGGER slow");

    TestVertx.await(link.execute(ADD, Tuple.of(1)));
    assertThat(database.number("SELECT SUM(n) FROM t")).isEqualTo(1);
    TestVertx.await(hasty.close());
  }
}
