package seckill.standalone.process;

import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import seckill.config.ClusterSettings;
import seckill.config.ManagementSettings;
import seckill.contract.RedisKeys;
import seckill.runtime.Health;
import seckill.runtime.ManagementServer;
import seckill.runtime.Pulse;
import seckill.runtime.ServiceContext;
import seckill.runtime.VertxFactory;
import seckill.runtime.clock.SharedClock;
import seckill.runtime.inbound.RefusalLogs;

/**
 * All services in this process: one Vert.x, one local bus, one management port; each further
 * gateway has metrics and a management port of its own, so that its counts are not taken for those
 * of the first.
 */
public final class LocalSale implements SaleSystem {
  private static final Logger LOG = LoggerFactory.getLogger(LocalSale.class);
  private static final Duration START_LIMIT = Duration.ofSeconds(90);
  private static final Duration STOP_LIMIT = Duration.ofSeconds(12);

  private final Map<String, Node> nodes = new LinkedHashMap<>();
  private final Map<String, List<String>> deployments = new LinkedHashMap<>();
  private final Health health = new Health();
  private final Runnable starting;
  private final Vertx vertx;
  private final PrometheusMeterRegistry meters;
  private final RefusalLogs refusals;
  private final Function<String, SharedClock> clocks;
  private final int managementPort;
  private final Map<String, URI> management = new LinkedHashMap<>();
  private final Map<String, ServiceContext> ownContexts = new LinkedHashMap<>();

  private LocalSale(List<Node> plan, Function<String, SharedClock> clocks) {
    this.clocks = clocks;
    plan.forEach(node -> nodes.put(node.name(), node));
    starting = health.hold("start", "the services are still starting");
    PrometheusMeterRegistry meters = VertxFactory.meters();
    JsonObject any = plan.get(0).settings();
    vertx =
        Waiting.on(
            VertxFactory.create(ClusterSettings.alone(), meters),
            START_LIMIT,
            "cannot start Vert.x");
    this.meters = meters;
    this.refusals = refusals(meters, any);
    managementPort = listen(meters, any);
    management.put("all", management(managementPort));
  }

  /**
   * Starts the planned nodes in their order.
   *
   * @throws SaleException one line; nothing is left running then
   */
  public static LocalSale start(List<Node> plan) {
    SharedClock one = SharedClock.correcting(Clock.systemUTC());
    return begin(plan, name -> one);
  }

  /**
   * The same, with the clock of a machine of its own for each node.
   *
   * @param wallClocks the clock of the machine of the node with this name
   */
  public static LocalSale start(List<Node> plan, Function<String, Clock> wallClocks) {
    Map<String, SharedClock> shared = new ConcurrentHashMap<>();
    return begin(
        plan,
        node ->
            shared.computeIfAbsent(node, name -> SharedClock.correcting(wallClocks.apply(name))));
  }

  private static LocalSale begin(List<Node> plan, Function<String, SharedClock> clocks) {
    LocalSale sale = new LocalSale(plan, clocks);
    try {
      plan.forEach(node -> sale.start(node.name()));
      sale.starting.run();
      sale.beat();
      return sale;
    } catch (SaleException e) {
      sale.close();
      throw e;
    }
  }

  private void beat() {
    ManagementSettings settings =
        ManagementSettings.of(nodes.values().iterator().next().settings());
    List<String> services =
        nodes.values().stream()
            .filter(node -> !ownContexts.containsKey(node.name()))
            .map(Node::service)
            .toList();
    ServiceContext first = contextOf(services.get(0));
    new Pulse(vertx, "all", services, first, settings).start();
    ownContexts.forEach(
        (name, own) ->
            new Pulse(vertx, name, List.of(nodes.get(name).service()), own, settings).start());
  }

  /** Starts a node that is not running. */
  public void start(String name) {
    Node node = nodes.get(name);
    Future<List<String>> deployed =
        Services.create(node.service()).deploy(vertx, node.settings(), contextOf(node));
    deployments.put(
        name, Waiting.on(deployed, START_LIMIT, "cannot start the " + node.service() + " service"));
  }

  private ServiceContext contextOf(Node node) {
    return node.name().equals(node.service())
        ? contextOf(node.name())
        : ownContexts.computeIfAbsent(node.name(), name -> ownContext(node));
  }

  private ServiceContext contextOf(String name) {
    return new ServiceContext(meters, health, clocks.apply(name), refusals);
  }

  private ServiceContext ownContext(Node node) {
    PrometheusMeterRegistry meters = VertxFactory.meters();
    JsonObject settings = node.settings().copy();
    settings.getJsonObject("management").put("port", 0);
    management.put(node.name(), management(listen(meters, settings)));
    return new ServiceContext(
        meters, health, clocks.apply(node.name()), refusals(meters, settings));
  }

  private static RefusalLogs refusals(PrometheusMeterRegistry meters, JsonObject settings) {
    return new RefusalLogs(meters, ManagementSettings.of(settings).refusalLogMillis());
  }

  private int listen(PrometheusMeterRegistry meters, JsonObject settings) {
    return Waiting.on(
        new ManagementServer(vertx, health, meters).listen(ManagementSettings.of(settings)),
        START_LIMIT,
        "cannot listen on the management port");
  }

  private static URI management(int port) {
    return URI.create("http://127.0.0.1:" + port);
  }

  /** Stops a node; it finishes what is under way. */
  public void stop(String name) {
    List<Future<Void>> undeployed = new ArrayList<>();
    for (String id : deployments.remove(name)) {
      undeployed.add(vertx.undeploy(id));
    }
    Waiting.on(Future.join(undeployed), STOP_LIMIT, "cannot stop " + name);
  }

  /** The time by which this sale goes. */
  public Clock clock() {
    return clocks.apply(Services.GATEWAY);
  }

  /** The Vert.x of all services, to speak on their bus. */
  public Vertx vertx() {
    return vertx;
  }

  /** The port of health and metrics, on the loopback address. */
  public int managementPort() {
    return managementPort;
  }

  @Override
  public List<URI> gateways() {
    return nodes.values().stream()
        .filter(node -> node.service().equals("gateway"))
        .map(node -> node.settings().getJsonObject("http"))
        .map(http -> URI.create("http://" + reachable(http) + ":" + http.getInteger("port")))
        .toList();
  }

  @Override
  public Map<String, URI> management() {
    return Collections.unmodifiableMap(management);
  }

  private static String reachable(JsonObject http) {
    String host = http.getString("host");
    return host.equals("0.0.0.0") ? "127.0.0.1" : host;
  }

  @Override
  public boolean trustsForwarded() {
    return !nodes
        .get("gateway")
        .settings()
        .getJsonObject("address")
        .getJsonArray("trustedProxies")
        .isEmpty();
  }

  @Override
  public String redisUrl() {
    return nodes.get("seckill").settings().getJsonObject("redis").getString("url");
  }

  @Override
  public String mysqlUrl() {
    return nodes.get("seckill").settings().getJsonObject("mysql").getString("url");
  }

  @Override
  public RedisKeys redisKeys() {
    return new RedisKeys(
        nodes.get("seckill").settings().getJsonObject("redis").getString("keyPrefix"));
  }

  @Override
  public String tokenSecret() {
    return token("secret");
  }

  @Override
  public String tokenIssuer() {
    return token("issuer");
  }

  @Override
  public String tokenAudience() {
    return token("audience");
  }

  private String token(String setting) {
    return nodes.get("gateway").settings().getJsonObject("token").getString(setting);
  }

  @Override
  public void close() {
    health.drain("the process stops");
    List<String> names = new ArrayList<>(deployments.keySet());
    Collections.sort(names, LocalSale::stopOrder);
    for (String name : names) {
      stopQuietly(name);
    }
    try {
      Waiting.on(vertx.close(), STOP_LIMIT, "cannot stop Vert.x");
    } catch (SaleException e) {
      LOG.warn("{}", e.getMessage());
    }
  }

  // Gateways first, so that nothing new comes in; then along the way of a purchase.
  private static int stopOrder(String a, String b) {
    return Integer.compare(rank(a), rank(b));
  }

  private static int rank(String name) {
    return name.startsWith("gateway") ? -1 : Services.START_ORDER.indexOf(name);
  }

  private void stopQuietly(String name) {
    try {
      stop(name);
      LOG.info("{} stopped", name);
    } catch (SaleException e) {
      LOG.warn("{}", e.getMessage());
    }
  }
}
