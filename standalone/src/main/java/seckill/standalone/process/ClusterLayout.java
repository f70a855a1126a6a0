package seckill.standalone.process;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * Which processes a cluster has, and what each is told.
 *
 * @param nodes their names: a service's name, or with a number for a further one, like {@code
 *     gateway-2}; in the order in which they start
 * @param settings of a node as environment variables
 * @param javaOptions of every process
 */
public record ClusterLayout(
    List<String> nodes, Function<String, Map<String, String>> settings, List<String> javaOptions) {

  /**
   * One process of each service, with more gateways if asked for, and the same settings for all.
   */
  public static ClusterLayout ofOneEach(int gateways, Map<String, String> settings) {
    return new ClusterLayout(
        nodes(Map.of(Services.GATEWAY, gateways)), node -> settings, List.of());
  }

  /**
   * The names of so many nodes of each service.
   *
   * @param counts by service; one where nothing is said
   */
  public static List<String> nodes(Map<String, Integer> counts) {
    List<String> names = new ArrayList<>();
    for (String service : Services.START_ORDER) {
      names.add(service);
      for (int number = 2; number <= counts.getOrDefault(service, 1); number++) {
        names.add(service + "-" + number);
      }
    }
    return names;
  }

  /** The service that a node runs. */
  public static String serviceOf(String node) {
    return node.replaceFirst("-\\d+$", "");
  }
}
