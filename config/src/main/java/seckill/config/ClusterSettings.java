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
 * @param busPort TCP port of the event bus, 0 for any free one
 * @param members {@code host:port} of all possible members' cluster ports
 */
public record ClusterSettings(
    boolean enabled, String host, int port, int busPort, List<String> members) {

  /** Reads the section {@code cluster}. */
  public static ClusterSettings of(JsonObject settings) {
    JsonObject section = settings.getJsonObject("cluster");
    return new ClusterSettings(
        section.getBoolean("enabled"),
        section.getString("host"),
        section.getInteger("port"),
        section.getInteger("busPort"),
        strings(section.getJsonArray("members")));
  }

  static List<String> strings(JsonArray array) {
    return array.stream().map(String::valueOf).toList();
  }
}
