package seckill.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import io.vertx.junit5.VertxExtension;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import seckill.testkit.MySqlExtension;
import seckill.testkit.TestMySql;
import seckill.testkit.TestVertx;

@ExtendWith({VertxExtension.class, MySqlExtension.class})
class MySqlAnswersIT {
  private MySqlLink link;

  @BeforeEach
  void open(Vertx vertx, TestMySql mysql) {
    link = new MySqlLink(vertx, TestSettings.mysql(mysql.url(), "poolSize", 1));
  }

  @AfterEach
  void close() {
    TestVertx.await(link.close());
  }

  @ParameterizedTest
  @DisplayName("a row with a date that there is not fails the statement; it is not left out")
  @ValueSource(strings = {"2026-00-10 00:00:00", "2026-02-00 10:00:00", "2026-02-31 10:00:00.500"})
  void impossibleDate(String date, TestMySql mysql) {
    mysql.query("CREATE TABLE odd (id INT PRIMARY KEY, at DATETIME(3))");
    // On one connection, as the mode is the connection's.
    SqlConnection writer = mysql.connect();
    TestVertx.await(writer.query("SET sql_mode = 'ALLOW_INVALID_DATES'").execute());
    TestVertx.await(
        writer
            .query("INSERT INTO odd VALUES (1, '2026-01-10'), (2, '" + date + "'), (3, NULL)")
            .execute());
    TestVertx.await(writer.close());

    for (int i = 0; i < 3; i++) {
      assertThatThrownBy(
              () -> TestVertx.await(link.execute("SELECT * FROM odd ORDER BY id", Tuple.tuple())))
          .hasMessageContaining("cannot be read")
          .satisfies(
              cause ->
                  assertThat(MySqlLink.errorCode(cause)).isEqualTo(MySqlLink.UNREADABLE_ANSWER));
    }
    assertThatThrownBy(
            () ->
                TestVertx.await(
                    link.withTransaction(
                        connection -> connection.preparedQuery("SELECT * FROM odd").execute())))
        .hasMessageContaining("cannot be read");
    assertThat(TestVertx.await(link.execute("SELECT id FROM odd", Tuple.tuple())).size())
        .isEqualTo(3);
  }

  @Test
  @DisplayName("a start against a server that has no room is told so, and goes on when there is")
  void tooManyConnections(Vertx vertx, @TempDir Path directory) {
    try (TestMySql small = TestMySql.dedicated(directory, 0, "--max-connections=10")) {
      small.query("CREATE USER shop@'%'");
      small.query("GRANT ALL ON *.* TO shop@'%'");
      String url = small.url().replace("root@", "shop@");
      List<SqlConnection> all = new ArrayList<>();
      try {
        while (true) {
          all.add(small.connect());
        }
      } catch (RuntimeException full) {
        // There is no room now.
      }
      for (String mode : List.of("DISABLED", "PREFERRED", "REQUIRED")) {
        MySqlLink late =
            new MySqlLink(
                vertx,
                TestSettings.mysql(
                    url, "startTimeoutMillis", 0, "tls", new JsonObject().put("mode", mode)));
        assertThatThrownBy(() -> TestVertx.await(late.awaitReady()))
            .hasMessageStartingWith("cannot reach MySQL: ")
            .hasMessageContainingAll("Too many connections", "1040");
        TestVertx.await(late.close());
      }
      MySqlLink patient = new MySqlLink(vertx, TestSettings.mysql(url));
      var ready = patient.awaitReady();
      all.forEach(connection -> TestVertx.await(connection.close()));
      await().until(ready::succeeded);
      TestVertx.await(patient.close());
    }
  }
}
