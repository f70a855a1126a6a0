package seckill.standalone.process;

import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import seckill.config.SettingsLoader;

/**
 * One service to be run in this process, with its checked settings.
 *
 * @param name tells two nodes of one service apart
 * @param service which service
 * @param settings of the service
 */
public record Node(String name, String service, JsonObject settings) {

  /**
   * One node of each service and one more gateway per further port.
   *
   * @param base settings laid over the defaults and below the environment
   * @param ports of the gateways; the first is only a default, which the environment may replace
   * @throws seckill.config.ConfigException one line that names the wrong key
   */
  public static List<Node> plan(Base base, List<Integer> ports, Map<String, String> environment) {
    List<Node> nodes = new ArrayList<>();
    for (String service : Services.START_ORDER) {
      JsonObject document = base.document(service, ports.get(0));
      nodes.add(
          new Node(service, service, new SettingsLoader(service).load(document, environment)));
    }
    JsonObject first = nodes.get(nodes.size() - 1).settings();
    for (int i = 1; i < ports.size(); i++) {
      JsonObject settings = first.copy();
      settings.getJsonObject("http").put("port", ports.get(i));
      nodes.add(new Node("gateway-" + (i + 1), "gateway", settings));
    }
    return nodes;
  }

  /**
   * What all services of one process share.
   *
   * @param redisUrl the Redis
   * @param mysqlUrl the MySQL
   * @param host address the gateways listen on
   */
  public record Base(String redisUrl, String mysqlUrl, String host) {

    private JsonObject document(String service, int port) {
      JsonObject document = new JsonObject().put("cluster", new JsonObject().put("enabled", false));
      if (service.equals("gateway")) {
        return document
            .put("http", new JsonObject().put("host", host).put("port", port))
            .put("payment", new JsonObject().put("secret", DevSecret.PAYMENT))
            .put(
                "token",
                new JsonObject().put("secret", DevSecret.VALUE).put("allowDevSecret", true));
      }
      return document
          .put("redis", new JsonObject().put("url", redisUrl))
          .put("mysql", new JsonObject().put("url", mysqlUrl));
    }
  }
}
