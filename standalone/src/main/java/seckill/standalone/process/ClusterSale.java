package seckill.standalone.process;

import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.IntPredicate;
import java.util.stream.Collectors;
import seckill.contract.RedisKeys;

/** The services as processes of their own, clustered over TCP on the loopback address. */
public final class ClusterSale implements SaleSystem {
  /** With this exit code a node that the cluster lost, or did not let in, asks for a new start. */
  public static final int START_AGAIN = 75;

  private static final int MAX_RESTARTS = 3;
  private static final Duration START_LIMIT = Duration.ofSeconds(120);

  private final Map<String, Member> members = new LinkedHashMap<>();
  private final List<URI> gateways = new ArrayList<>();
  private final StoreUrls stores;

  private record Member(JarProcess process, int managementPort) {}

  private ClusterSale(StoreUrls stores, Path directory, ClusterLayout layout) {
    this.stores = stores;
    Map<String, Integer> clusterPorts = new LinkedHashMap<>();
    layout.nodes().forEach(name -> clusterPorts.put(name, Ports.free()));
    String addresses =
        clusterPorts.values().stream()
            .map(port -> "127.0.0.1:" + port)
            .collect(Collectors.joining(","));
    for (String name : layout.nodes()) {
      Map<String, String> environment = environment(clusterPorts.get(name), addresses);
      environment.putAll(layout.settings().apply(name));
      String service = ClusterLayout.serviceOf(name);
      if (service.equals(Services.GATEWAY)) {
        addGateway(environment);
      }
      int managementPort = Ports.free();
      environment.put("SECKILL_MANAGEMENT_PORT", Integer.toString(managementPort));
      JarProcess process =
          new JarProcess(
              name,
              JarProcess.javaJar(Home.jar(service), layout.javaOptions()),
              environment,
              directory.resolve(name + ".log"));
      members.put(name, new Member(process, managementPort));
    }
  }

  private Map<String, String> environment(int clusterPort, String addresses) {
    Map<String, String> environment = new HashMap<>();
    environment.put("SECKILL_CLUSTER_ENABLED", "true");
    environment.put("SECKILL_CLUSTER_HOST", "127.0.0.1");
    environment.put("SECKILL_CLUSTER_PORT", Integer.toString(clusterPort));
    environment.put("SECKILL_CLUSTER_BUS_PORT", Integer.toString(Ports.free()));
    environment.put("SECKILL_CLUSTER_FAILURE_PORT", Integer.toString(Ports.free()));
    environment.put("SECKILL_CLUSTER_MEMBERS", addresses);
    environment.put("SECKILL_MANAGEMENT_HOST", "127.0.0.1");
    environment.putAll(Loopback.TRUSTED);
    environment.put(Stores.REDIS_URL, stores.redisUrl());
    environment.put(Stores.MYSQL_URL, stores.mysqlUrl());
    return environment;
  }

  private void addGateway(Map<String, String> environment) {
    int port = Ports.free();
    environment.put("SECKILL_HTTP_HOST", "127.0.0.1");
    environment.put("SECKILL_HTTP_PORT", Integer.toString(port));
    environment.put("SECKILL_TOKEN_SECRET", DevSecret.VALUE);
    environment.put("SECKILL_TOKEN_ALLOW_DEV_SECRET", "true");
    // Tokens are made here, whatever those of this machine's own gateways look like.
    environment.put("SECKILL_TOKEN_ALGORITHM", "HS256");
    environment.put("SECKILL_TOKEN_ISSUER", "");
    environment.put("SECKILL_TOKEN_AUDIENCE", "");
    environment.put("SECKILL_PAYMENT_SECRET", DevSecret.PAYMENT);
    gateways.add(URI.create("http://127.0.0.1:" + port));
  }

  /**
   * Starts all processes at once and waits until each says it is ready.
   *
   * @param directory for their logs
   * @throws SaleException one line; nothing is left running then
   */
  public static ClusterSale start(StoreUrls stores, Path directory, int gatewayCount) {
    return start(stores, directory, gatewayCount, Map.of());
  }

  /**
   * The same with settings of all services.
   *
   * @param settings as environment variables
   */
  public static ClusterSale start(
      StoreUrls stores, Path directory, int gatewayCount, Map<String, String> settings) {
    return start(stores, directory, ClusterLayout.ofOneEach(gatewayCount, settings));
  }

  /** The same with the nodes of a layout; its settings go before all others. */
  public static ClusterSale start(StoreUrls stores, Path directory, ClusterLayout layout) {
    ClusterSale sale = new ClusterSale(stores, directory, layout);
    try {
      sale.members.values().forEach(member -> member.process().start());
      sale.members.keySet().forEach(sale::awaitStarted);
      return sale;
    } catch (SaleException e) {
      sale.close();
      throw e;
    }
  }

  @Override
  public List<URI> gateways() {
    return gateways;
  }

  @Override
  public Map<String, URI> management() {
    Map<String, URI> ports = new LinkedHashMap<>();
    members.forEach(
        (name, member) ->
            ports.put(name, URI.create("http://127.0.0.1:" + member.managementPort())));
    return ports;
  }

  @Override
  public Map<String, Long> processes() {
    Map<String, Long> pids = new LinkedHashMap<>();
    members.forEach((name, member) -> pids.put(name, member.process().pid()));
    return pids;
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
  public RedisKeys redisKeys() {
    return stores.redisKeys();
  }

  @Override
  public String mysqlUrl() {
    return stores.mysqlUrl();
  }

  @Override
  public String tokenSecret() {
    return DevSecret.VALUE;
  }

  /** The process of a node: a service's name, or {@code gateway-2} and so on. */
  public JarProcess process(String name) {
    return members.get(name).process();
  }

  /** Starts the killed process of a node again, and waits until it is ready. */
  public void restart(String name) {
    process(name).start();
    awaitStarted(name);
  }

  private void awaitStarted(String name) {
    awaitReady(name, exitCode -> exitCode == START_AGAIN);
  }

  /**
   * Waits until every node is ready, and starts those again that have ended.
   *
   * @return exit codes of those, by name
   * @throws SaleException if one does not come up
   */
  public Map<String, Integer> awaitReady() {
    Map<String, Integer> ended = new TreeMap<>();
    for (String name : members.keySet()) {
      awaitReady(
          name,
          exitCode -> {
            ended.put(name, exitCode);
            return true;
          });
    }
    return ended;
  }

  /** As a supervisor does: a node that has ended, with such an exit code, is started again. */
  private void awaitReady(String name, IntPredicate startAgain) {
    JarProcess process = process(name);
    for (int startsLeft = MAX_RESTARTS; ; startsLeft--) {
      try {
        process.awaitReady(members.get(name).managementPort(), START_LIMIT);
        return;
      } catch (SaleException e) {
        if (startsLeft == 0
            || process.isAlive()
            || !startAgain.test(process.awaitEnd(Duration.ZERO))) {
          throw e;
        }
        process.start();
      }
    }
  }

  @Override
  public void crash(String service) {
    process(service).kill();
    restart(service);
  }

  @Override
  public void close() {
    List<Member> order = new ArrayList<>(members.values());
    // The gateways were started last and stop first.
    Collections.reverse(order);
    order.forEach(member -> member.process().askToStop());
    order.forEach(member -> member.process().close());
  }
}
