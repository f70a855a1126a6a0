package seckill.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.junit5.VertxExtension;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import seckill.testkit.MySqlExtension;
import seckill.testkit.TestMySql;
import seckill.testkit.TestVertx;

@ExtendWith({VertxExtension.class, MySqlExtension.class})
class SchemaMigratorIT {
  private static final String TABLES =
      "SELECT COUNT(*) FROM information_schema.tables WHERE table_schema = DATABASE()";

  private MySqlLink link;

  @BeforeEach
  void open(Vertx vertx, TestMySql database) {
    link = MySqlLinkIT.link(vertx, database);
    TestVertx.await(link.awaitReady());
  }

  @AfterEach
  void close() {
    TestVertx.await(link.close());
  }

  private void migrate() {
    TestVertx.await(new SchemaMigrator(link).migrate());
  }

  @Test
  @DisplayName("a second migration of the same database changes nothing")
  void runsTwice(TestMySql database) {
    migrate();
    database.query(
        "INSERT INTO dead_letter (item_id, stream_id, fields, reason, deliveries, created_at)"
            + " VALUES (7, '1-0', '', '', 1, NOW())");
    migrate();
    assertThat(database.number("SELECT COUNT(*) FROM schema_version")).isEqualTo(4);
    assertThat(database.number("SELECT COUNT(*) FROM dead_letter")).isEqualTo(1);
  }

  @Test
  @DisplayName("processes that start at once migrate one after the other, each with success")
  void runsSideBySide(Vertx vertx, TestMySql database) {
    List<MySqlLink> links = new ArrayList<>();
    List<Future<Void>> runs = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      MySqlLink each = MySqlLinkIT.link(vertx, database, "queryTimeoutMillis", 300);
      links.add(each);
      runs.add(new SchemaMigrator(each).migrate());
    }
    TestVertx.await(Future.all(runs));
    assertThat(database.number("SELECT COUNT(*) FROM schema_version")).isEqualTo(4);
    assertThat(database.number("SELECT IS_FREE_LOCK(CONCAT('seckill_schema_', CRC32(DATABASE())))"))
        .isEqualTo(1);
    links.forEach(each -> TestVertx.await(each.close()));
  }

  @Test
  @DisplayName("a migration that was cut off in the middle is completed by the next")
  void completesHalfAMigration(TestMySql database) {
    migrate();
    long tables = database.number(TABLES);
    database.query("DELETE FROM schema_version");
    database.query("DROP TABLE orders");
    database.query("DROP TABLE admin_audit");
    database.query("DROP TABLE reservation");
    database.query("ALTER TABLE dead_letter DROP COLUMN state");
    migrate();
    assertThat(database.number("SELECT COUNT(state) FROM dead_letter")).isZero();
    assertThat(database.number(TABLES)).isEqualTo(tables);
    assertThat(database.number("SELECT COUNT(*) FROM schema_version")).isEqualTo(4);
  }

  @Test
  @DisplayName("a schema file that changed after it was applied is refused, and the lock is free")
  void refusesChangedFiles(TestMySql database) {
    migrate();
    database.query("UPDATE schema_version SET checksum = checksum + 1");
    for (int i = 0; i < 2; i++) {
      assertThatThrownBy(this::migrate).hasMessageContaining("V1__sale.sql changed");
    }
  }

  private static Future<Void> migrateAs(Vertx vertx, TestMySql database, String user) {
    String url = database.url().replaceFirst("//[^@]*@", "//" + user + ":p@");
    MySqlLink mysql = new MySqlLink(vertx, TestSettings.mysql(url));
    return mysql
        .awaitReady()
        .compose(ready -> new SchemaMigrator(mysql).migrate())
        .eventually(mysql::close);
  }

  @Test
  @DisplayName("the rights that the documents list are enough for a migration from nothing")
  void migratesWithDocumentedRights(Vertx vertx, TestMySql database) {
    String name = database.url().substring(database.url().lastIndexOf('/') + 1);
    String user = "makes_" + name;
    database.query("DROP USER IF EXISTS " + user);
    database.query("CREATE USER " + user + " IDENTIFIED BY 'p'");
    try {
      database.query("GRANT SELECT, INSERT, CREATE, ALTER ON " + name + ".* TO " + user);
      TestVertx.await(migrateAs(vertx, database, user));
      for (String right : List.of("INSERT", "CREATE", "ALTER")) {
        database.query("DROP DATABASE " + name);
        database.query("CREATE DATABASE " + name);
        database.query("REVOKE " + right + " ON " + name + ".* FROM " + user);
        assertThatThrownBy(() -> TestVertx.await(migrateAs(vertx, database, user)))
            .as("without %s", right)
            .hasMessageContainingAll("may not bring the schema up to date", right, user);
        database.query("GRANT " + right + " ON " + name + ".* TO " + user);
      }
    } finally {
      database.query("DROP USER " + user);
    }
  }

  @Test
  @DisplayName("an up-to-date schema is only read; what a migration may not do is named")
  void namesMissingRights(Vertx vertx, TestMySql database) {
    String name = database.url().substring(database.url().lastIndexOf('/') + 1);
    String user = "reads_" + name;
    database.query("DROP USER IF EXISTS " + user);
    database.query("CREATE USER " + user + " IDENTIFIED BY 'p'");
    try {
      database.query("GRANT SELECT ON " + name + ".* TO " + user);
      assertThatThrownBy(() -> TestVertx.await(migrateAs(vertx, database, user)))
          .hasMessageContainingAll("may not bring the schema up to date", "CREATE", user);
      migrate();
      TestVertx.await(migrateAs(vertx, database, user));

      database.query("DELETE FROM schema_version WHERE file LIKE 'V4%'");
      assertThatThrownBy(() -> TestVertx.await(migrateAs(vertx, database, user)))
          .hasMessageContainingAll("may not bring the schema up to date", "CREATE", user);
      database.query("GRANT CREATE ON " + name + ".* TO " + user);
      assertThatThrownBy(() -> TestVertx.await(migrateAs(vertx, database, user)))
          .hasMessageContainingAll("may not bring the schema up to date", "INSERT", user);
      database.query("GRANT INSERT ON " + name + ".* TO " + user);
      TestVertx.await(migrateAs(vertx, database, user));
    } finally {
      database.query("DROP USER " + user);
    }
  }

  @Test
  @DisplayName("a lock that another process keeps is waited for in vain, and said so")
  void waitsForTheLock(Vertx vertx, TestMySql database) {
    MySqlLink hasty =
        MySqlLinkIT.link(vertx, database, "queryTimeoutMillis", 3000, "startTimeoutMillis", 3000);
    TestVertx.await(
        link.withConnection(
            connection ->
                connection
                    .query("SELECT GET_LOCK(CONCAT('seckill_schema_', CRC32(DATABASE())), 0)")
                    .execute()
                    .compose(
                        held ->
                            new SchemaMigrator(hasty)
                                .migrate()
                                .transform(
                                    done -> {
                                      assertThat(done.cause())
                                          .hasMessageContaining("holds the schema lock");
                                      return Future.succeededFuture();
                                    }))));
    TestVertx.await(hasty.close());
  }

  @Test
  @DisplayName("comments, also indented ones with semicolons, belong to no statement")
  void splitsStatements() {
    assertThat(
            SchemaMigrator.statements(
                "-- a; b\nCREATE TABLE t (\n  -- one; two\n  id INT\n);\r\n\n;DROP TABLE t;\n"))
        .containsExactly("CREATE TABLE t (\n  id INT\n)", "DROP TABLE t");
  }
}
