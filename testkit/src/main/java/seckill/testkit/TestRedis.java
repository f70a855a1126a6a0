package seckill.testkit;

import io.vertx.redis.client.Command;
import io.vertx.redis.client.ProtocolVersion;
import io.vertx.redis.client.Redis;
import io.vertx.redis.client.RedisOptions;
import io.vertx.redis.client.Request;
import io.vertx.redis.client.Response;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.utility.DockerImageName;
import seckill.embedded.EmbeddedRedis;

/** A Redis for tests, and a plain way to look into it. */
public final class TestRedis implements AutoCloseable {
  private static final int PORT = 6379;

  /** Looks that sentinels take every few seconds, taken more often. */
  private static final String[] QUICK_SENTINEL = {
    "DEBUG",
    "INFO-PERIOD",
    "500",
    "PUBLISH-PERIOD",
    "200",
    "PING-PERIOD",
    "200",
    "ASK-PERIOD",
    "200",
    "TILT-TRIGGER",
    "60000"
  };

  private static TestRedis shared;

  private final String url;
  private final ServerDirectory directory;
  private final List<String> arguments;
  private EmbeddedRedis server;
  private Redis client;

  private TestRedis(
      String url, ServerDirectory directory, List<String> arguments, EmbeddedRedis server) {
    this.url = url;
    this.directory = directory;
    this.arguments = arguments;
    this.server = server;
  }

  /** The one server that all tests of this JVM share; each test finds it empty. */
  static synchronized TestRedis shared() {
    if (shared == null) {
      shared = open();
    }
    return shared;
  }

  private static TestRedis open() {
    return switch (StoreSource.choose(StoreSource.REDIS_URL)) {
      case URL -> {
        StoreSource.tell("Redis", "the environment");
        yield new TestRedis(
            StoreSource.environment(StoreSource.REDIS_URL, null), null, List.of(), null);
      }
      case DOCKER -> new TestRedis(inDocker(), null, List.of(), null);
      case LOCAL -> {
        TestRedis own = dedicated();
        own.server.stopByCaller();
        own.directory.deleteAtExit(own.server);
        StoreSource.tell("Redis", own.server.source());
        yield own;
      }
    };
  }

  private static String inDocker() {
    String image = StoreSource.environment(StoreSource.REDIS_IMAGE, "redis:7.4");
    // Lives as long as the JVM; Testcontainers removes it afterwards.
    @SuppressWarnings("resource")
    GenericContainer<?> container =
        new GenericContainer<>(DockerImageName.parse(image)).withExposedPorts(PORT);
    container.start();
    StoreSource.tell("Redis", "Docker image " + image);
    return "redis://" + container.getHost() + ":" + container.getMappedPort(PORT);
  }

  /**
   * A server of the test's own, to be killed, restarted or set up oddly; always a local process.
   *
   * @param arguments for redis-server
   */
  public static TestRedis dedicated(String... arguments) {
    ServerDirectory directory = ServerDirectory.create("seckill-redis");
    List<String> all = arguments.length == 0 ? List.of("--save", "") : List.of(arguments);
    EmbeddedRedis server = EmbeddedRedis.start(directory.path(), 0, all);
    return new TestRedis(server.url(), directory, all, server);
  }

  public String url() {
    return url;
  }

  /**
   * A sentinel that watches a server, and fails over at once when it is gone.
   *
   * @param name it has for the server
   */
  public static TestRedis sentinel(String name, TestRedis master, int quorum) {
    return sentinel(name, master.port(), quorum);
  }

  /**
   * A sentinel that watches the server on a port.
   *
   * @param more lines of its configuration
   */
  public static TestRedis sentinel(String name, int masterPort, int quorum, String... more) {
    ServerDirectory directory = ServerDirectory.create("seckill-sentinel");
    List<String> configuration = new ArrayList<>(List.of(more));
    configuration.add("sentinel monitor " + name + " 127.0.0.1 " + masterPort + " " + quorum);
    configuration.add("sentinel down-after-milliseconds " + name + " 1000");
    configuration.add("sentinel failover-timeout " + name + " 3000");
    EmbeddedRedis server = EmbeddedRedis.sentinel(directory.path(), configuration);
    TestRedis sentinel = new TestRedis(server.url(), directory, configuration, server);
    sentinel.command("SENTINEL", QUICK_SENTINEL);
    return sentinel;
  }

  /** The port of a dedicated server. */
  public int port() {
    return server.port();
  }

  /** Stops a dedicated server from doing anything, as a paused machine would be. */
  public void freeze() {
    signal("STOP");
  }

  /** Lets a frozen server go on. */
  public void thaw() {
    signal("CONT");
  }

  private void signal(String name) {
    try {
      Process kill =
          new ProcessBuilder("kill", "-" + name, Long.toString(server.pid())).inheritIO().start();
      if (kill.waitFor() != 0) {
        throw new IllegalStateException("cannot send " + name + " to Redis");
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted", e);
    }
  }

  /** Ends a dedicated server as a crash would. */
  public void kill() {
    forgetClient();
    server.kill();
  }

  /** Starts a killed dedicated server again, on the same port and data. */
  public void restart() {
    server = EmbeddedRedis.start(directory.path(), server.port(), arguments);
  }

  /** Runs one command and waits for its reply. */
  public Response command(String name, String... arguments) {
    Request request = Request.cmd(Command.create(name));
    for (String argument : arguments) {
      request.arg(argument);
    }
    return TestVertx.await(client().send(request));
  }

  /** The value of a string key, or {@code null}. */
  public String get(String key) {
    Response value = command("GET", key);
    return value == null ? null : value.toString();
  }

  /** The integer reply of a command. */
  public long number(String name, String... arguments) {
    return command(name, arguments).toLong();
  }

  /** Deletes everything in the database the URL names. */
  public void flush() {
    command("FLUSHDB");
    command("SCRIPT", "FLUSH");
  }

  private synchronized Redis client() {
    if (client == null) {
      client =
          Redis.createClient(
              TestVertx.get(),
              new RedisOptions()
                  .setConnectionString(url)
                  .setPreferredProtocolVersion(ProtocolVersion.RESP2));
    }
    return client;
  }

  private synchronized void forgetClient() {
    if (client != null) {
      TestVertx.await(client.close());
      client = null;
    }
  }

  @Override
  public void close() {
    forgetClient();
    if (server != null) {
      server.close();
      directory.delete();
    }
  }
}
