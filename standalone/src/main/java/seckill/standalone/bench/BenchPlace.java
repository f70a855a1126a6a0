package seckill.standalone.bench;

import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import seckill.standalone.bench.load.LoadClient;
import seckill.standalone.bench.load.PlainClient;
import seckill.standalone.bench.load.Wrk;
import seckill.standalone.bench.report.PartResult;
import seckill.standalone.process.DataDirectory;
import seckill.standalone.process.JarProcess;
import seckill.standalone.process.Ports;
import seckill.standalone.process.SaleSystem;
import seckill.standalone.process.Stores;
import seckill.standalone.process.Teardown;

/** Where a system is measured: its stores, a bare server to hold it against, and a load client. */
final class BenchPlace implements AutoCloseable {
  private final Teardown teardown = new Teardown();
  private final DataDirectory directory;
  private final int barePort = Ports.free();
  private final BenchRedis redis;
  private final Stores stores;
  private final LoadClient client;

  private BenchPlace(int connections, boolean durable) throws IOException {
    try {
      directory = teardown.add(DataDirectory.throwAway(false));
      JarProcess bare =
          new JarProcess("bare server", bare(), Map.of(), directory.path().resolve("bare"));
      bare.start();
      teardown.add(bare);
      redis =
          teardown.add(
              durable ? BenchRedis.durable(path()) : BenchRedis.inMemory(directory.path()));
      stores = teardown.add(Stores.open(path(), Map.of(Stores.REDIS_URL, redis.url())));
      client = Programs.has("wrk") ? new Wrk(path(), connections) : new PlainClient(connections);
    } catch (IOException | RuntimeException e) {
      teardown.close();
      throw e;
    }
  }

  /** Stores that keep what they have answered, as deployed ones do. */
  static BenchPlace durable(int connections) throws IOException {
    return new BenchPlace(connections, true);
  }

  /** A Redis without a file, so that millions of users can be loaded. */
  static BenchPlace inMemory(int connections) throws IOException {
    return new BenchPlace(connections, false);
  }

  private List<String> bare() {
    return JavaOptions.oneJvm(
        "-cp", JavaOptions.jar(), BareServer.class.getName(), Integer.toString(barePort));
  }

  /** Adds what is to be stopped before the stores. */
  <T extends AutoCloseable> T add(T resource) {
    return teardown.add(resource);
  }

  Path path() {
    return directory.path();
  }

  int barePort() {
    return barePort;
  }

  BenchRedis redis() {
    return redis;
  }

  Stores stores() {
    return stores;
  }

  LoadClient client() {
    return client;
  }

  /** The processes of a system here and of its stores, by name. */
  Map<String, Long> processes(SaleSystem system) {
    Map<String, Long> pids = new LinkedHashMap<>(system.processes());
    pids.put("redis", redis.pid());
    pids.putAll(stores.processes());
    return pids;
  }

  /** Tells what takes part, by name. */
  void tell(PartResult result) throws IOException {
    result.ran("Redis", redis.version());
    result.ran("client", client.name());
  }

  @Override
  public void close() {
    teardown.close();
  }
}
