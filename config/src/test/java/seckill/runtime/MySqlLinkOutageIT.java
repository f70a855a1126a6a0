package seckill.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.awaitility.Awaitility.await;

import io.vertx.core.Vertx;
import io.vertx.core.net.NetServer;
import io.vertx.core.net.NetSocket;
import io.vertx.junit5.VertxExtension;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.Tuple;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.TimeZone;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import seckill.testkit.TestMySql;
import seckill.testkit.TestVertx;

/** On a server with defaults that nobody would choose. */
@ExtendWith(VertxExtension.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class MySqlLinkOutageIT {
  private static final String[] ODD_DEFAULTS = {
    "--default-time-zone=+08:00",
    "--character-set-server=latin1",
    "--skip-character-set-client-handshake",
    "--sql-mode=",
    "--autocommit=0",
    "--transaction-isolation=READ-UNCOMMITTED",
    "--innodb-flush-log-at-trx-commit=1"
  };

  private Path directory;
  private TestMySql server;

  @BeforeAll
  void start(@TempDir Path fresh) {
    directory = fresh;
    server = TestMySql.dedicated(directory, 0, ODD_DEFAULTS);
  }

  @AfterAll
  void stop() {
    server.close();
  }

  @Test
  @DisplayName("times are UTC, texts utf8mb4 and modes strict whatever server and JVM say")
  void setsUpEverySession(Vertx vertx) {
    TimeZone before = TimeZone.getDefault();
    TimeZone.setDefault(TimeZone.getTimeZone("America/St_Johns"));
    MySqlLink link = MySqlLinkIT.link(vertx, server, "poolSize", 1);
    try {
      Row row =
          MySqlLinkIT.one(
              link,
              "SELECT NOW(3), UTC_TIMESTAMP(3), @@time_zone, @@character_set_client,"
                  + " @@character_set_results, @@collation_connection, @@autocommit,"
                  + " @@sql_mode, @@transaction_isolation");
      LocalDateTime now = LocalDateTime.now(ZoneOffset.UTC);
      assertThat(row.getLocalDateTime(0)).isCloseTo(now, within(1, ChronoUnit.MINUTES));
      assertThat(row.getLocalDateTime(0)).isEqualTo(row.getLocalDateTime(1));
      assertThat(row.getString(2)).isEqualTo("+00:00");
      assertThat(row.getString(3)).isEqualTo("utf8mb4");
      assertThat(row.getString(4)).isEqualTo("utf8mb4");
      assertThat(row.getString(5)).isEqualTo("utf8mb4_unicode_ci");
      assertThat(row.getInteger(6)).isEqualTo(1);
      assertThat(row.getString(7)).contains("STRICT_TRANS_TABLES");
      assertThat(row.getString(8)).isEqualTo("REPEATABLE-READ");

      TestVertx.await(
          link.execute(
              "CREATE TABLE moments (at DATETIME(3), text VARCHAR(9) CHARACTER SET utf8mb4)",
              Tuple.tuple()));
      LocalDateTime moment = LocalDateTime.of(2026, 3, 29, 2, 30, 0, 123_000_000);
      TestVertx.await(link.execute("INSERT INTO moments VALUES (?, ?)", Tuple.of(moment, "🍾")));
      Row back = MySqlLinkIT.one(link, "SELECT at, text FROM moments");
      assertThat(back.getLocalDateTime(0)).isEqualTo(moment);
      assertThat(back.getString(1)).isEqualTo("🍾");
    } finally {
      TimeZone.setDefault(before);
      TestVertx.await(link.close());
    }
  }

  @Test
  @DisplayName(
      "a network that swallows everything costs one time limit, and then the pool recovers")
  void survivesASwallowingNetwork(Vertx vertx) {
    SwallowingProxy proxy = new SwallowingProxy(vertx, server.port());
    String url = server.url().replaceFirst(":\\d+/", ":" + proxy.port() + "/");
    MySqlLink link =
        new MySqlLink(
            vertx,
            TestSettings.mysql(
                url, "poolSize", 2, "queryTimeoutMillis", 500, "connectTimeoutMillis", 500));
    TestVertx.await(link.awaitReady());

    proxy.swallow(true);
    for (int i = 0; i < 4; i++) {
      assertThat(MySqlLinkIT.failure(link.ping())).matches(MySqlLink::isTransient);
    }
    proxy.swallow(false);
    await()
        .atMost(Duration.ofSeconds(30))
        .ignoreExceptions()
        .untilAsserted(() -> TestVertx.await(link.ping()));
    TestVertx.await(link.close());
  }

  @Test
  @DisplayName("an idle connection is not cut off while the server works on its next statement")
  void allowsSilence(Vertx vertx) {
    MySqlLink link = MySqlLinkIT.link(vertx, server, "poolSize", 1, "connectTimeoutMillis", 500);
    TestVertx.await(link.awaitReady());
    long id = MySqlLinkIT.one(link, "SELECT CONNECTION_ID()").getLong(0);
    MySqlLinkIT.one(link, "SELECT SLEEP(1)");
    assertThat(MySqlLinkIT.one(link, "SELECT CONNECTION_ID()").getLong(0)).isEqualTo(id);
    TestVertx.await(link.close());
  }

  @Test
  @DisplayName("a killed server fails the work, a restarted one is found again, commits are kept")
  void survivesAKilledServer(Vertx vertx) {
    MySqlLink link = MySqlLinkIT.link(vertx, server);
    TestVertx.await(link.awaitReady());
    TestVertx.await(link.execute("CREATE TABLE kept (id INT PRIMARY KEY)", Tuple.tuple()));
    TestVertx.await(link.execute("INSERT INTO kept VALUES (7)", Tuple.tuple()));
    int port = server.port();
    server.kill();
    assertThat(MySqlLinkIT.failure(link.ping())).matches(MySqlLink::isTransient);

    server.close();
    server = TestMySql.dedicated(directory, port, ODD_DEFAULTS);
    TestVertx.await(link.awaitReady());
    assertThat(MySqlLinkIT.one(link, "SELECT id FROM kept").getInteger(0)).isEqualTo(7);
    TestVertx.await(link.close());
  }

  /** Forwards bytes to a server, or takes them and forwards nothing. */
  private static final class SwallowingProxy {
    private final NetServer listener;
    private volatile boolean swallow;

    SwallowingProxy(Vertx vertx, int target) {
      listener =
          TestVertx.await(
              vertx
                  .createNetServer()
                  .connectHandler(
                      front -> {
                        front.pause();
                        vertx
                            .createNetClient()
                            .connect(target, "127.0.0.1")
                            .onSuccess(back -> join(front, back))
                            .onFailure(cause -> front.close());
                      })
                  .listen(0, "127.0.0.1"));
    }

    private void join(NetSocket front, NetSocket back) {
      forward(front, back);
      forward(back, front);
      front.resume();
    }

    private void forward(NetSocket from, NetSocket to) {
      from.handler(
          data -> {
            if (!swallow) {
              to.write(data);
            }
          });
      from.closeHandler(closed -> to.close());
    }

    int port() {
      return listener.actualPort();
    }

    void swallow(boolean on) {
      swallow = on;
    }
  }
}
