package seckill.standalone.rehearsal.chaos;

import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import seckill.standalone.process.ClusterLayout;
import seckill.standalone.process.StoreUrls;
import seckill.standalone.process.Stores;
import seckill.standalone.process.Waiting;

/** The connections of every node to both stores, each breakable on its own. */
final class Links implements AutoCloseable {
  private static final Duration CLOSE_LIMIT = Duration.ofSeconds(5);
  private static final String GATEWAY = "gateway";

  private final Vertx vertx = Vertx.vertx(new VertxOptions().setEventLoopPoolSize(1));
  private final Map<String, Link> links = new LinkedHashMap<>();

  /** Listens for all nodes that use the stores. */
  Links(List<String> nodes, StoreUrls stores) {
    for (String node : nodes) {
      if (!ClusterLayout.serviceOf(node).equals(GATEWAY)) {
        add(node, ChaosStores.REDIS, stores.redisUrl());
        add(node, ChaosStores.MYSQL, stores.mysqlUrl());
      }
    }
  }

  private void add(String node, String store, String url) {
    String name = name(node, store);
    links.put(name, new Link(vertx, name, url));
  }

  private static String name(String node, String store) {
    return node + ">" + store;
  }

  List<String> names() {
    return List.copyOf(links.keySet());
  }

  Link get(String name) {
    return links.get(name);
  }

  /** The settings that send a node through its links. */
  Map<String, String> settings(String node) {
    Link redis = links.get(name(node, ChaosStores.REDIS));
    return redis == null
        ? Map.of()
        : Map.of(
            Stores.REDIS_URL,
            redis.url(),
            Stores.MYSQL_URL,
            links.get(name(node, ChaosStores.MYSQL)).url());
  }

  @Override
  public void close() {
    Waiting.on(vertx.close(), CLOSE_LIMIT, "cannot stop the proxies");
  }
}
