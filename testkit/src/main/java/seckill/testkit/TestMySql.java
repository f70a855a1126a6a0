package seckill.testkit;

import io.vertx.mysqlclient.MySQLBuilder;
import io.vertx.mysqlclient.MySQLConnectOptions;
import io.vertx.mysqlclient.MySQLConnection;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.containers.wait.strategy.Wait;
import org.testcontainers.utility.DockerImageName;
import seckill.embedded.EmbeddedMariaDb;

/** A database for tests, and a plain way to look into it. */
public final class TestMySql implements AutoCloseable {
  private static final int PORT = 3306;
  private static final AtomicInteger NUMBER = new AtomicInteger();
  private static String sharedServerUrl;

  private final String serverUrl;
  private final String database;
  private final EmbeddedMariaDb server;
  private final Pool pool;

  private TestMySql(String serverUrl, String database, EmbeddedMariaDb server) {
    this.serverUrl = serverUrl;
    this.database = database;
    this.server = server;
    administer("CREATE DATABASE IF NOT EXISTS " + database + " CHARACTER SET utf8mb4");
    this.pool =
        MySQLBuilder.pool()
            .connectingTo(MySQLConnectOptions.fromUri(url()))
            .using(TestVertx.get())
            .build();
  }

  private void administer(String sql) {
    Pool admin =
        MySQLBuilder.pool()
            .connectingTo(MySQLConnectOptions.fromUri(serverUrl + "mysql"))
            .using(TestVertx.get())
            .build();
    TestVertx.await(admin.query(sql).execute().eventually(admin::close));
  }

  /** An empty database of the test's own on the server that all tests of this JVM share. */
  public static TestMySql fresh() {
    String name = "t" + ProcessHandle.current().pid() + "_" + NUMBER.incrementAndGet();
    return new TestMySql(sharedServer(), name, null);
  }

  /**
   * A server of the test's own, to be killed or set up oddly; always a local process.
   *
   * @param directory for its data, kept by the test
   * @param port 0 for any free one
   */
  public static TestMySql dedicated(Path directory, int port, String... arguments) {
    EmbeddedMariaDb server = EmbeddedMariaDb.start(directory, port, List.of(arguments));
    return new TestMySql(base(server.url()), EmbeddedMariaDb.DATABASE, server);
  }

  private static String base(String url) {
    return url.substring(0, url.lastIndexOf('/') + 1);
  }

  private static synchronized String sharedServer() {
    if (sharedServerUrl == null) {
      sharedServerUrl = open();
    }
    return sharedServerUrl;
  }

  private static String open() {
    return switch (StoreSource.choose(StoreSource.MYSQL_URL)) {
      case URL -> {
        StoreSource.tell("MySQL", "the environment");
        yield base(StoreSource.environment(StoreSource.MYSQL_URL, null));
      }
      case DOCKER -> inDocker();
      case LOCAL -> {
        ServerDirectory directory = ServerDirectory.create("seckill-mariadb");
        EmbeddedMariaDb own = EmbeddedMariaDb.fast(directory.path());
        own.stopByCaller();
        directory.deleteAtExit(own);
        StoreSource.tell("MySQL", "MariaDB from " + own.source());
        yield base(own.url());
      }
    };
  }

  private static String inDocker() {
    String image = StoreSource.environment(StoreSource.MYSQL_IMAGE, "mysql:8.4");
    // Lives as long as the JVM; Testcontainers removes it afterwards. Both official images
    // understand these variables.
    @SuppressWarnings("resource")
    GenericContainer<?> container =
        new GenericContainer<>(DockerImageName.parse(image))
            .withExposedPorts(PORT)
            .withEnv("MYSQL_ALLOW_EMPTY_PASSWORD", "yes")
            .withEnv("MARIADB_ALLOW_EMPTY_ROOT_PASSWORD", "yes")
            // The first time for the server that creates the database, the second for good.
            .waitingFor(Wait.forLogMessage(".*ready for connections.*\\s", 2));
    container.start();
    StoreSource.tell("MySQL", "Docker image " + image);
    return "mysql://root@" + container.getHost() + ":" + container.getMappedPort(PORT) + "/";
  }

  /** {@code mysql://…/database}. */
  public String url() {
    return serverUrl + database;
  }

  /** Ends a dedicated server as a crash would. */
  public void kill() {
    server.kill();
  }

  /** The port of a dedicated server. */
  public int port() {
    return server.port();
  }

  /** Runs one statement and waits for its rows. */
  public RowSet<Row> query(String sql, Object... parameters) {
    if (parameters.length == 0) {
      // Some statements, like KILL, cannot be prepared.
      return TestVertx.await(pool.query(sql).execute());
    }
    return TestVertx.await(pool.preparedQuery(sql).execute(Tuple.wrap(parameters)));
  }

  /** The single number that a query answers with. */
  public long number(String sql, Object... parameters) {
    return query(sql, parameters).iterator().next().getLong(0);
  }

  /** A connection of its own, for a test that holds locks. */
  public SqlConnection connect() {
    return TestVertx.await(
        MySQLConnection.connect(TestVertx.get(), MySQLConnectOptions.fromUri(url())));
  }

  @Override
  public void close() {
    TestVertx.await(pool.close());
    if (server != null) {
      server.close();
    } else {
      administer("DROP DATABASE IF EXISTS " + database);
    }
  }
}
