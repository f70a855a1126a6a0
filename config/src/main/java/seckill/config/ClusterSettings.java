package seckill.config;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.List;

/**
 * How a service joins the others.
 *
 * @param enabled whether the event bus is clustered
 * @param host address this node binds to and is reached at
 * @param port TCP port of the cluster protocol
 * @param busPort TCP port of the event bus
 * @param failurePort TCP port of the detection of failed processes
 * @param members {@code host:port} of all possible members' cluster ports
 * @param joinMillis how long to look for a cluster before founding one
 * @param lookupMillis how long to wait for the cluster's word on who listens at an address
 * @param checkMillis between two checks that the others see this node
 * @param lostMillis of being unseen after which the process ends, 0 for never
 */
public record ClusterSettings(
    boolean enabled,
    String host,
    int port,
    int busPort,
    int failurePort,
    List<String> members,
    long joinMillis,
    long lookupMillis,
    long checkMillis,
    long lostMillis) {
  // What the protocol tries before it founds a cluster of its own.
  private static final int JOIN_ATTEMPTS = 4;
  private static final int BUS_PORT_DISTANCE = 10;
  private static final int FAILURE_PORT_DISTANCE = 20;

  /** Reads the section {@code cluster}. */
  public static ClusterSettings of(JsonObject settings) {
    JsonObject section = settings.getJsonObject("cluster");
    int port = section.getInteger("port");
    return new ClusterSettings(
        section.getBoolean("enabled"),
        section.getString("host"),
        port,
        port(section.getInteger("busPort"), port + BUS_PORT_DISTANCE),
        port(section.getInteger("failurePort"), port + FAILURE_PORT_DISTANCE),
        strings(section.getJsonArray("members")),
        section.getLong("joinMillis"),
        section.getLong("lookupMillis"),
        section.getLong("checkMillis"),
        section.getLong("lostMillis"));
  }

  /**
   * After how many milliseconds a start that is not in the cluster has failed, 0 for never: a node
   * that joins is unseen like one that was lost, and starts slowly on a machine that is busy.
   */
  public long joinLimitMillis() {
    return lostMillis == 0 ? 0 : JOIN_ATTEMPTS * joinMillis + 2 * lostMillis;
  }

  private static int port(int set, int byDefault) {
    return set == 0 ? byDefault : set;
  }

  /** The settings of a process that is its own event bus. */
  public static ClusterSettings alone() {
    return new ClusterSettings(false, "127.0.0.1", 0, 0, 0, List.of(), 0, 0, 0, 0);
  }

  static List<String> strings(JsonArray array) {
    return array.stream().map(String::valueOf).toList();
  }
}
