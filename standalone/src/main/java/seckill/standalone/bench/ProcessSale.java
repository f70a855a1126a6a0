package seckill.standalone.bench;

import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
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

  /** Starts it and waits until it is ready. */
  static ProcessSale start(Stores stores, Path directory, List<String> java) {
    int port = Ports.free();
    int management = Ports.free();
    Map<String, String> environment = new HashMap<>(Loopback.TRUSTED);
    environment.put("SECKILL_REDIS_URL", stores.redisUrl());
    environment.put("SECKILL_MYSQL_URL", stores.mysqlUrl());
    environment.put("SECKILL_MANAGEMENT_PORT", Integer.toString(management));
    List<String> command = new ArrayList<>(java);
    command.addAll(List.of("run", "--port", Integer.toString(port)));
    JarProcess process =
        new JarProcess("seckill", command, environment, directory.resolve("seckill.log"));
    process.start();
    process.awaitReady(management, START_LIMIT);
    return new ProcessSale(stores, URI.create("http://127.0.0.1:" + port), process);
  }

  @Override
  public List<URI> gateways() {
    return List.of(gateway);
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
