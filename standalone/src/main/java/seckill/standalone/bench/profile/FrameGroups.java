package seckill.standalone.bench.profile;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Which kind of work a class does, by its name. */
final class FrameGroups {
  /** What none of the names fits. */
  static final String OTHER = "other";

  /** What is ours. */
  static final String OURS = "seckill.";

  private static final Map<String, List<String>> GROUPS = new LinkedHashMap<>();

  static {
    GROUPS.put("our own code", List.of(OURS));
    GROUPS.put(
        "JSON",
        List.of("com.fasterxml.jackson.", "io.vertx.core.json.", "io.vertx.core.spi.json."));
    GROUPS.put(
        "signatures",
        List.of("javax.crypto.", "com.sun.crypto.", "sun.security.", "java.security."));
    GROUPS.put("cluster", List.of("org.jgroups.", "org.infinispan.", "io.vertx.ext.cluster."));
    GROUPS.put(
        "HTTP headers", List.of("io.vertx.core.http.impl.headers.", "io.vertx.core.MultiMap"));
    GROUPS.put(
        "HTTP", List.of("io.netty.handler.codec.http", "io.vertx.core.http.", "io.vertx.ext."));
    GROUPS.put("event bus", List.of("io.vertx.core.eventbus."));
    GROUPS.put("Redis client", List.of("io.vertx.redis."));
    GROUPS.put("MySQL client", List.of("io.vertx.mysqlclient.", "io.vertx.sqlclient."));
    GROUPS.put(
        "sockets and event loops",
        List.of(
            "io.netty.channel.",
            "io.netty.util.concurrent.",
            "io.vertx.core.net.",
            "sun.nio.",
            "java.nio.channels."));
    GROUPS.put("buffers", List.of("io.netty.buffer.", "io.vertx.core.buffer.", "java.nio."));
    GROUPS.put("futures and contexts", List.of("io.vertx.core.", "java.util.concurrent."));
    GROUPS.put("metrics", List.of("io.micrometer.", "io.prometheus."));
    GROUPS.put("texts and collections", List.of("java.lang.", "java.util.", "jdk.internal."));
    GROUPS.put("Netty, the rest", List.of("io.netty."));
  }

  private FrameGroups() {}

  /** The first group that a class belongs to. */
  static String of(String className) {
    for (Map.Entry<String, List<String>> group : GROUPS.entrySet()) {
      if (group.getValue().stream().anyMatch(className::startsWith)) {
        return group.getKey();
      }
    }
    return OTHER;
  }

  /** The package of a class of ours, as short as it can be told: {@code gateway.edge}. */
  static String ownPackage(String className) {
    int last = named(className).lastIndexOf('.');
    return className.substring(OURS.length(), Math.max(OURS.length(), last));
  }

  /** The simple name of a class; of a lambda, that of the class that it stands in. */
  static String simpleName(String className) {
    String name = named(className);
    return name.substring(name.lastIndexOf('.') + 1);
  }

  // The names of lambdas have dots behind the name of their class.
  private static String named(String className) {
    return className.replaceFirst("\\$\\$Lambda.*", "");
  }
}
