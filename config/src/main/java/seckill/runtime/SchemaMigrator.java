package seckill.runtime;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.zip.CRC32;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import seckill.config.MySqlSettings;

/**
 * Brings the MySQL schema up to date: applies the missing {@code V….sql} files in order.
 *
 * <p>One process at a time, by a named lock of the server. DDL is not transactional in MySQL, so
 * every statement can be run again after a crash in the middle of a file: it creates what is not
 * there, or adds a column or an index, and then the error that it is there already is passed over.
 */
public final class SchemaMigrator {
  private static final Logger LOG = LoggerFactory.getLogger(SchemaMigrator.class);
  private static final List<String> FILES =
      List.of("V1__sale.sql", "V2__gate.sql", "V3__orders.sql", "V4__pages.sql");

  /** Errors of a column or an index that is there already. */
  private static final Set<Integer> APPLIED_BEFORE = Set.of(1060, 1061);

  /** There is no such table; or a user without any right to it hears that it is denied. */
  private static final Set<Integer> NOT_THERE = Set.of(1146, 1142);

  /** A right is missing: for the database, a table, a column, or for the whole server. */
  private static final Set<Integer> DENIED = Set.of(1044, 1142, 1143, 1227);

  // Locks are the server's, so each database of it has its own; names are limited to 64 characters.
  private static final String LOCK_NAME = "CONCAT('seckill_schema_', CRC32(DATABASE()))";
  private static final String LOCK = "SELECT GET_LOCK(" + LOCK_NAME + ", ?)";
  private static final String UNLOCK = "SELECT RELEASE_LOCK(" + LOCK_NAME + ")";

  private final MySqlLink mysql;

  public SchemaMigrator(MySqlLink mysql) {
    this.mysql = mysql;
  }

  /** Brings the schema of a database up to date, unless the settings leave that to others. */
  public static Future<Void> migrate(Vertx vertx, MySqlSettings settings) {
    if (!settings.migrate()) {
      return Future.succeededFuture();
    }
    MySqlLink mysql = new MySqlLink(vertx, settings);
    return mysql
        .awaitReady()
        .compose(ready -> new SchemaMigrator(mysql).migrate())
        .eventually(mysql::close);
  }

  /** Applies what is missing; only reads an up-to-date schema, which takes no right but that. */
  public Future<Void> migrate() {
    return mysql.withPatientConnection(
        connection ->
            isUpToDate(connection)
                .compose(
                    done ->
                        done
                            ? Future.succeededFuture()
                            : lock(connection)
                                .compose(
                                    locked ->
                                        createVersionTable(connection)
                                            .compose(created -> applyMissing(connection))
                                            .recover(SchemaMigrator::explain)
                                            .eventually(
                                                () -> connection.query(UNLOCK).execute()))));
  }

  private static Future<Boolean> isUpToDate(SqlConnection connection) {
    return connection
        .query("SELECT file, checksum FROM schema_version")
        .execute()
        .map(
            rows -> {
              Map<String, Long> applied = new HashMap<>();
              rows.forEach(row -> applied.put(row.getString(0), row.getLong(1)));
              // A file that was changed is told when it is its turn.
              return FILES.stream()
                  .allMatch(file -> Objects.equals(applied.get(file), checksum(read(file))));
            })
        .recover(
            cause ->
                NOT_THERE.contains(MySqlLink.errorCode(cause))
                    ? Future.succeededFuture(false)
                    : explain(cause));
  }

  private static <T> Future<T> explain(Throwable cause) {
    return DENIED.contains(MySqlLink.errorCode(cause))
        ? Future.failedFuture(
            "the user of mysql.url may not bring the schema up to date: "
                + cause.getMessage()
                + "; grant it, or let a user who may do it")
        : Future.failedFuture(cause);
  }

  private Future<Void> lock(SqlConnection connection) {
    // Half of the time is for waiting, the other half for the work itself.
    long seconds = Math.max(1, TimeUnit.MILLISECONDS.toSeconds(mysql.patienceMillis()) / 2);
    return connection
        .preparedQuery(LOCK)
        .execute(Tuple.of(seconds))
        .compose(
            rows -> {
              Object got = rows.iterator().next().getValue(0);
              return got instanceof Number number && number.intValue() == 1
                  ? Future.succeededFuture()
                  : Future.failedFuture("another process holds the schema lock");
            });
  }

  private static Future<Void> createVersionTable(SqlConnection connection) {
    return connection
        .query(
            "CREATE TABLE IF NOT EXISTS schema_version ("
                + "file VARCHAR(100) NOT NULL PRIMARY KEY, checksum BIGINT NOT NULL, "
                + "applied_at DATETIME(3) NOT NULL) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin")
        .execute()
        .mapEmpty();
  }

  private static Future<Void> applyMissing(SqlConnection connection) {
    Future<Void> chain = Future.succeededFuture();
    for (String file : FILES) {
      chain = chain.compose(previous -> applyIfMissing(connection, file));
    }
    return chain;
  }

  private static Future<Void> applyIfMissing(SqlConnection connection, String file) {
    String sql = read(file);
    long checksum = checksum(sql);
    return connection
        .preparedQuery("SELECT checksum FROM schema_version WHERE file = ?")
        .execute(Tuple.of(file))
        .compose(
            rows -> {
              if (rows.size() == 0) {
                return apply(connection, file, sql, checksum);
              }
              return rows.iterator().next().getLong(0) == checksum
                  ? Future.succeededFuture()
                  : Future.failedFuture("schema file " + file + " changed after it was applied");
            });
  }

  private static Future<Void> apply(
      SqlConnection connection, String file, String sql, long checksum) {
    Future<Void> chain = Future.succeededFuture();
    for (String statement : statements(sql)) {
      chain = chain.compose(previous -> apply(connection, statement));
    }
    return chain
        .compose(
            applied ->
                connection
                    .preparedQuery("INSERT INTO schema_version VALUES (?, ?, UTC_TIMESTAMP(3))")
                    .execute(Tuple.of(file, checksum)))
        .onSuccess(done -> LOG.info("applied schema file {}", file))
        .mapEmpty();
  }

  private static Future<Void> apply(SqlConnection connection, String statement) {
    return connection
        .query(statement)
        .execute()
        .<Void>mapEmpty()
        .recover(
            cause ->
                APPLIED_BEFORE.contains(MySqlLink.errorCode(cause))
                    ? Future.succeededFuture()
                    : Future.failedFuture(cause));
  }

  /** The statements of a file, without comment lines; a semicolon ends each. */
  static List<String> statements(String sql) {
    String bare =
        sql.lines()
            .filter(line -> !line.stripLeading().startsWith("--"))
            .collect(Collectors.joining("\n"));
    return Arrays.stream(bare.split(";")).map(String::trim).filter(s -> !s.isEmpty()).toList();
  }

  private static String read(String file) {
    try (InputStream in = SchemaMigrator.class.getResourceAsStream("/seckill/sql/" + file)) {
      if (in == null) {
        throw new IllegalStateException("missing schema file " + file);
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new IllegalStateException("unreadable schema file " + file, e);
    }
  }

  // Of the lines, so that a checkout with other line breaks is the same file.
  private static long checksum(String sql) {
    CRC32 crc = new CRC32();
    sql.lines().forEach(line -> crc.update((line + "\n").getBytes(StandardCharsets.UTF_8)));
    return crc.getValue();
  }
}
