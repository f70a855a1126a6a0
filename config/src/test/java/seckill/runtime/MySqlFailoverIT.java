package seckill.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.junit5.VertxExtension;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import seckill.testkit.SwitchProxy;
import seckill.testkit.TestMySql;
import seckill.testkit.TestVertx;

/** Two servers behind one address, of which one is made read-only and the other takes its place. */
@ExtendWith(VertxExtension.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class MySqlFailoverIT {
  private static final int POOL = 4;
  private static final String INSERT = "INSERT INTO t VALUES (?)";
  private static final Duration LIMIT = Duration.ofSeconds(60);

  private TestMySql old;
  private TestMySql next;
  private SwitchProxy address;
  private MySqlLink link;

  @BeforeAll
  void start(@TempDir Path first, @TempDir Path second) {
    old = TestMySql.dedicated(first, 0);
    next = TestMySql.dedicated(second, 0);
    for (TestMySql server : List.of(old, next)) {
      server.query("CREATE TABLE t (id INT PRIMARY KEY)");
      // Whoever may do everything may write to a read-only server, too.
      server.query("CREATE USER plain");
      server.query("GRANT SELECT, INSERT, UPDATE, DELETE ON *.* TO plain");
    }
  }

  @BeforeEach
  void open(Vertx vertx) {
    for (TestMySql server : List.of(old, next)) {
      server.query("DELETE FROM t");
      server.query("SET GLOBAL read_only = 0");
    }
    address = SwitchProxy.before(plain(old));
    link =
        new MySqlLink(
            vertx, TestSettings.mysql(address.url(), "poolSize", POOL, "idleTimeoutSeconds", 3600));
    TestVertx.await(link.awaitReady());
  }

  private static String plain(TestMySql server) {
    return server.url().replaceFirst("//[^@]*@", "//plain@");
  }

  @AfterEach
  void closeLink() {
    TestVertx.await(link.close());
    address.close();
  }

  @AfterAll
  void stop() {
    old.close();
    next.close();
  }

  private void failOver() {
    old.query("SET GLOBAL read_only = 1");
    address.switchTo(plain(next));
  }

  private static Future<Void> insert(SqlConnection connection, int id) {
    return connection.preparedQuery(INSERT).execute(Tuple.of(id)).mapEmpty();
  }

  /** The servers on which all connections of the pool are, each asked at the same time. */
  private Set<Integer> servers() {
    Promise<Void> all = Promise.promise();
    Set<Integer> ports = new HashSet<>();
    List<Future<Void>> held = new ArrayList<>();
    for (int i = 0; i < POOL; i++) {
      held.add(
          link.withConnection(
              connection ->
                  connection
                      .query("SELECT @@port")
                      .execute()
                      .compose(
                          rows -> {
                            synchronized (ports) {
                              ports.add(rows.iterator().next().getInteger(0));
                            }
                            return all.future();
                          })));
    }
    await()
        .atMost(LIMIT)
        .until(
            () -> {
              synchronized (ports) {
                return !ports.isEmpty() && held.stream().noneMatch(Future::isComplete);
              }
            });
    all.complete();
    TestVertx.await(Future.all(held));
    return ports;
  }

  @Test
  @DisplayName("a transaction that meets a read-only server is run again on the one that took over")
  void writesGoOn() {
    assertThat(servers()).containsExactly(old.port());
    failOver();

    for (int i = 0; i < 2 * POOL; i++) {
      int id = i;
      TestVertx.await(link.withTransaction(connection -> insert(connection, id)));
    }

    assertThat(next.number("SELECT COUNT(*) FROM t")).isEqualTo(2 * POOL);
    assertThat(old.number("SELECT COUNT(*) FROM t")).isZero();
    assertThat(servers()).containsExactly(next.port());
  }

  @Test
  @DisplayName("a single statement that a read-only server refuses has its connections closed")
  void statementsGoOn() {
    assertThat(servers()).containsExactly(old.port());
    failOver();

    await()
        .atMost(LIMIT)
        .ignoreExceptions()
        .until(() -> TestVertx.await(link.execute(INSERT, Tuple.of(1))) != null);

    assertThat(servers()).containsExactly(next.port());
    assertThat(next.number("SELECT COUNT(*) FROM t")).isEqualTo(1);
  }

  @Test
  @DisplayName("idle connections to a server that became read-only are not used for reading either")
  void readsGoOn() {
    assertThat(servers()).containsExactly(old.port());
    failOver();

    await().atMost(LIMIT).until(() -> servers().equals(Set.of(next.port())));
  }

  @Test
  @DisplayName("while every server is read-only reads are answered, writes refused as passing")
  void allAreReadOnly() {
    old.query("SET GLOBAL read_only = 1");
    for (int i = 0; i < 2 * POOL; i++) {
      Throwable refused = MySqlLinkIT.failure(link.execute(INSERT, Tuple.of(1)));
      assertThat(refused).matches(MySqlLink::isTransient);
      assertThat(MySqlLink.errorCode(refused)).isEqualTo(1290);
      assertThat(servers()).containsExactly(old.port());
    }
    assertThat(MySqlLinkIT.failure(link.requireWritable())).hasMessageContaining("read_only");

    old.query("SET GLOBAL read_only = 0");
    TestVertx.await(link.withTransaction(connection -> insert(connection, 1)));
    TestVertx.await(link.requireWritable());
  }

  @Test
  @DisplayName(
      "a transaction that was under way when its server became read-only is not done twice")
  void becomesReadOnlyInMidTransaction() {
    Promise<Void> begun = Promise.promise();
    Promise<Void> goOn = Promise.promise();
    Future<Void> work =
        link.withTransaction(
            connection ->
                insert(connection, 1)
                    .onComplete(done -> begun.tryComplete())
                    .compose(done -> goOn.future())
                    .compose(done -> insert(connection, 2)));
    TestVertx.await(begun.future());
    failOver();
    goOn.complete();

    TestVertx.await(work);
    assertThat(next.number("SELECT COUNT(*) FROM t")).isEqualTo(2);
    assertThat(old.number("SELECT COUNT(*) FROM t")).isZero();
  }
}
