package seckill.standalone.rehearsal.chaos;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import seckill.standalone.process.ClusterLayout;
import seckill.standalone.process.ClusterSale;
import seckill.standalone.process.SaleSystem;
import seckill.standalone.process.Teardown;

/** A whole sale of which every process and every way to a store can be struck. */
final class ChaosSystem implements AutoCloseable {
  /** A second one of what has peers, so that one is at work while the other is dead or frozen. */
  private static final Map<String, Integer> COUNTS =
      Map.of("gateway", 2, "seckill", 2, "consumer", 2);

  /** Quick to start: a process lives for minutes here, and is started several times. */
  private static final List<String> JAVA_OPTIONS =
      List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC");

  private final Teardown teardown = new Teardown();
  private final ChaosStores stores;
  private final Links links;
  private final ClusterSale cluster;
  private final Map<String, Victim> victims = new LinkedHashMap<>();

  private ChaosSystem(Path directory, Map<String, String> settings) {
    try {
      stores = teardown.add(ChaosStores.open(directory));
      List<String> nodes = ClusterLayout.nodes(COUNTS);
      links = teardown.add(new Links(nodes, stores));
      ClusterLayout layout =
          new ClusterLayout(nodes, node -> settings(settings, node), JAVA_OPTIONS);
      cluster = teardown.add(ClusterSale.start(stores, directory, layout));
      nodes.forEach(node -> victims.put(node, new NodeVictim(node, cluster)));
      victims.put(ChaosStores.REDIS, stores.redis());
      victims.put(ChaosStores.MYSQL, stores.mysql());
    } catch (RuntimeException e) {
      teardown.close();
      throw e;
    }
  }

  /**
   * Starts it.
   *
   * @param directory for files and logs
   * @param settings of all services as environment variables
   */
  static ChaosSystem start(Path directory, Map<String, String> settings) {
    return new ChaosSystem(directory, settings);
  }

  private Map<String, String> settings(Map<String, String> shared, String node) {
    Map<String, String> settings = new HashMap<>(shared);
    settings.putAll(links.settings(node));
    return settings;
  }

  SaleSystem sale() {
    return cluster;
  }

  Victim victim(String name) {
    return victims.get(name);
  }

  Link link(String name) {
    return links.get(name);
  }

  List<String> links() {
    return links.names();
  }

  /** What can be killed, those of one kind together. */
  List<List<String>> processes() {
    Map<String, List<String>> kinds =
        victims.keySet().stream()
            .collect(
                Collectors.groupingBy(
                    ClusterLayout::serviceOf, LinkedHashMap::new, Collectors.toList()));
    return new ArrayList<>(kinds.values());
  }

  /**
   * Waits until everything serves, and starts what has ended by itself, as a supervisor would.
   *
   * @return the exit codes of those, by name
   */
  Map<String, Integer> awaitReady() {
    return cluster.awaitReady();
  }

  @Override
  public void close() {
    try {
      victims.values().forEach(Victim::thaw);
    } finally {
      teardown.close();
    }
  }
}
