package seckill.standalone.bench;

import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import seckill.contract.RedisKeys;
import seckill.standalone.process.DevSecret;
import seckill.standalone.process.JarProcess;
import seckill.standalone.process.Loopback;
import seckill.standalone.process.Ports;
import seckill.standalone.process.SaleSystem;
import seckill.standalone.process.Stores;

/** All four services in one JVM of their own, so that the measuring process is no part of it. */
final class ProcessSale implements SaleSystem {
  private static final Duration START_LIMIT = Duration.ofSeconds(120);

  private final Stores stores;
  private final URI gateway;
  private final JarProcess process;

  private ProcessSale(Stores stores, URI gateway, JarProcess process) {
    this.stores = stores;
    this.gateway = gateway;
    this.process = process;
  }

  /**
   * Starts it and waits until it is ready.
   *
   * @param options of Java, besides the usual
   * @param settings as environment variables, besides the usual
   */
  static ProcessSale start(BenchPlace place, List<String> options, Map<String, String> settings) {
    int port = Ports.free();
    int management = Ports.free();
    Map<String, String> environment = new HashMap<>(Loopback.TRUSTED);
    environment.put(Stores.REDIS_URL, place.stores().redisUrl());
    environment.put(Stores.MYSQL_URL, place.stores().mysqlUrl());
    environment.put(Stores.KEY_PREFIX, RedisKeys.DEFAULT.prefix());
    environment.put("SECKILL_MANAGEMENT_PORT", Integer.toString(management));
    environment.putAll(settings);
    List<String> command = new ArrayList<>(JavaOptions.oneJvm(options.toArray(String[]::new)));
    command.addAll(List.of("-jar", JavaOptions.jar(), "run", "--port", Integer.toString(port)));
    JarProcess process =
        new JarProcess("seckill", command, environment, place.path().resolve("seckill.log"));
    process.start();
    try {
      process.awaitReady(management, START_LIMIT);
    } catch (RuntimeException e) {
      process.close();
      throw e;
    }
    return new ProcessSale(place.stores(), URI.create("http://127.0.0.1:" + port), process);
  }

  @Override
  public List<URI> gateways() {
    return List.of(gateway);
  }

  @Override
  public Map<String, Long> processes() {
    return Map.of("all services", process.pid());
  }

  @Override
  public boolean trustsForwarded() {
    return true;
  }

  @Override
  public String redisUrl() {
    return stores.redisUrl();
  }

  @Override
  public String mysqlUrl() {
    return stores.mysqlUrl();
  }

  @Override
  public String tokenSecret() {
    return DevSecret.VALUE;
  }

  @Override
  public void close() {
    process.close();
  }
}
