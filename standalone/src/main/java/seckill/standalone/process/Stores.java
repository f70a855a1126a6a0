package seckill.standalone.process;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import seckill.contract.RedisKeys;
import seckill.embedded.EmbeddedMariaDb;
import seckill.embedded.EmbeddedRedis;
import seckill.embedded.EmbeddedStoreException;

/**
 * The Redis and the MySQL of a sale: named by the environment, or embedded servers in a directory.
 */
public final class Stores implements StoreUrls, AutoCloseable {
  /** The variable that names a Redis to be used instead of the embedded one. */
  public static final String REDIS_URL = "SECKILL_REDIS_URL";

  /** The variable that names what all keys begin with. */
  public static final String KEY_PREFIX = "SECKILL_REDIS_KEY_PREFIX";

  /** The variable that names a MySQL or MariaDB to be used instead of the embedded one. */
  public static final String MYSQL_URL = "SECKILL_MYSQL_URL";

  private static final Logger LOG = LoggerFactory.getLogger(Stores.class);

  private final Teardown servers = new Teardown();
  private final Map<String, Long> processes = new LinkedHashMap<>();
  private final RedisKeys keys;
  private final String redisUrl;
  private final String mysqlUrl;
  private volatile boolean closing;

  private Stores(Path directory, Map<String, String> environment) {
    // As the services do, which have the same environment.
    keys = keys(environment);
    try {
      String redis = environment.get(REDIS_URL);
      redisUrl = redis == null ? startRedis(directory.resolve("redis")) : redis;
      String mysql = environment.get(MYSQL_URL);
      mysqlUrl = mysql == null ? startMariaDb(directory.resolve("mariadb")) : mysql;
    } catch (SaleException e) {
      closing = true;
      servers.close();
      throw e;
    }
  }

  /**
   * Starts what the environment does not name; both embedded servers keep what they have answered.
   *
   * @param directory for the data of embedded servers
   * @throws SaleException if one does not start; nothing is left running then
   */
  public static Stores open(Path directory, Map<String, String> environment) {
    return new Stores(directory, environment);
  }

  /** The keys of the services that have this environment. */
  public static RedisKeys keys(Map<String, String> environment) {
    return new RedisKeys(environment.getOrDefault(KEY_PREFIX, RedisKeys.DEFAULT.prefix()));
  }

  /** Whether the environment names both stores. */
  public static boolean embedsNothing(Map<String, String> environment) {
    return environment.containsKey(REDIS_URL) && environment.containsKey(MYSQL_URL);
  }

  private String startRedis(Path directory) {
    EmbeddedRedis redis =
        start(directory, "redis", () -> EmbeddedRedis.durable(directory, 0), EmbeddedRedis::pid);
    redis.stopByCaller();
    servers.add(redis);
    return redis.url();
  }

  private String startMariaDb(Path directory) {
    EmbeddedMariaDb mariaDb =
        start(
            directory,
            "mariadb",
            () -> EmbeddedMariaDb.durable(directory, 0),
            EmbeddedMariaDb::pid);
    mariaDb.stopByCaller();
    servers.add(mariaDb);
    return mariaDb.url();
  }

  private <T> T start(Path directory, String name, Supplier<T> start, ToLongFunction<T> pid) {
    LeftOver leftOver = new LeftOver(directory, name);
    leftOver.stop();
    try {
      T server = start.get();
      leftOver.remember(pid.applyAsLong(server));
      processes.put(name, pid.applyAsLong(server));
      watch(name, pid.applyAsLong(server));
      return server;
    } catch (EmbeddedStoreException e) {
      throw new SaleException(e.getMessage(), e);
    }
  }

  // The services only see connections refused; nobody else knows that the server will not be back.
  private void watch(String name, long pid) {
    ProcessHandle.of(pid)
        .ifPresent(
            handle ->
                handle
                    .onExit()
                    .thenRun(
                        () -> {
                          if (!closing) {
                            LOG.error(
                                "the embedded {} server (process {}) has ended; stop and start"
                                    + " again, the data are kept",
                                name,
                                pid);
                          }
                        }));
  }

  /** Ids of the embedded servers' processes, by name. */
  public Map<String, Long> processes() {
    return processes;
  }

  @Override
  public String redisUrl() {
    return redisUrl;
  }

  @Override
  public RedisKeys redisKeys() {
    return keys;
  }

  @Override
  public String mysqlUrl() {
    return mysqlUrl;
  }

  @Override
  public void close() {
    closing = true;
    servers.close();
  }
}
