package seckill.standalone.rehearsal.chaos;

import java.nio.file.Path;
import java.util.List;
import seckill.embedded.EmbeddedMariaDb;
import seckill.embedded.EmbeddedRedis;
import seckill.standalone.process.Ports;
import seckill.standalone.process.StoreUrls;
import seckill.standalone.process.Teardown;

/**
 * A Redis and a MariaDB that lose nothing they have answered, however often they are killed.
 *
 * <p>Redis writes every command to its file before it answers. With {@code everysec} it may answer
 * before it writes, while an earlier fsync is under way; then even the end of the process alone,
 * without that of the machine, would lose accepted purchases.
 */
final class ChaosStores implements StoreUrls, AutoCloseable {
  static final String REDIS = "redis";
  static final String MYSQL = "mysql";

  private static final List<String> KEEP_ALL =
      List.of("--appendonly", "yes", "--appendfsync", "always", "--save", "");

  private final Teardown servers = new Teardown();
  private final int redisPort = Ports.free();
  private final int mysqlPort = Ports.free();
  private final StoreVictim<EmbeddedRedis> redis;
  private final StoreVictim<EmbeddedMariaDb> mysql;

  private ChaosStores(Path directory) {
    Path redisFiles = directory.resolve(REDIS);
    redis =
        servers.add(
            new StoreVictim<>(
                REDIS, () -> startRedis(redisFiles), EmbeddedRedis::pid, EmbeddedRedis::kill));
    Path mysqlFiles = directory.resolve("mariadb");
    mysql =
        servers.add(
            new StoreVictim<>(
                MYSQL,
                () -> startMariaDb(mysqlFiles),
                EmbeddedMariaDb::pid,
                EmbeddedMariaDb::kill));
  }

  /** Starts both. */
  static ChaosStores open(Path directory) {
    return new ChaosStores(directory);
  }

  private EmbeddedRedis startRedis(Path files) {
    EmbeddedRedis server = EmbeddedRedis.start(files, redisPort, KEEP_ALL);
    server.stopByCaller();
    return server;
  }

  private EmbeddedMariaDb startMariaDb(Path files) {
    EmbeddedMariaDb server = EmbeddedMariaDb.durable(files, mysqlPort);
    server.stopByCaller();
    return server;
  }

  Victim redis() {
    return redis;
  }

  Victim mysql() {
    return mysql;
  }

  @Override
  public String redisUrl() {
    return "redis://127.0.0.1:" + redisPort;
  }

  @Override
  public String mysqlUrl() {
    return "mysql://root@127.0.0.1:" + mysqlPort + "/" + EmbeddedMariaDb.DATABASE;
  }

  @Override
  public void close() {
    servers.close();
  }
}
