package seckill.config;

import io.vertx.core.json.JsonObject;
import io.vertx.core.shareddata.Shareable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * The schema of one service's settings: the only place where a setting's name, default, range and
 * meaning stand.
 *
 * <p>A service's schema is made of sections, each a JSON Schema file of its own, so that sections
 * like {@code redis} are written once for all services.
 */
public final class SettingsSchema {
  /** The services that have settings. */
  public static final List<String> SERVICES =
      List.of("gateway", "seckill", "consumer", "reconcile");

  /** Sections that every service has. */
  private static final List<String> COMMON_SECTIONS = List.of("cluster", "management", "clock");

  private static final Map<String, List<String>> SECTIONS =
      Map.of(
          "gateway",
              List.of(
                  "http",
                  "token",
                  "payment",
                  "bus",
                  "address",
                  "blacklist",
                  "addressLimit",
                  "switch",
                  "board",
                  "risk",
                  "bucket",
                  "challenge",
                  "queue",
                  "breaker",
                  "gate",
                  "pages"),
          "seckill",
              List.of("redis", "mysql", "sale", "durability", "window", "room", "gate", "recovery"),
          "consumer", List.of("redis", "mysql", "consumer", "life", "outbox", "notify"),
          "reconcile", List.of("redis", "mysql", "reconcile", "repair", "notify", "sale"));

  private final JsonObject schema;
  private final Map<String, JsonObject> leaves = new LinkedHashMap<>();

  private SettingsSchema(JsonObject schema) {
    this.schema = schema;
    collect("", schema);
  }

  /** The schema of a service. */
  public static SettingsSchema of(String service) {
    if (!SERVICES.contains(service)) {
      throw new IllegalArgumentException("no service is called " + service);
    }
    JsonObject properties = new JsonObject();
    for (String section : COMMON_SECTIONS) {
      properties.put(section, section(section));
    }
    for (String section : SECTIONS.get(service)) {
      properties.put(section, section(section));
    }
    return of(properties);
  }

  /** The schema of a document with one section only. */
  static SettingsSchema ofSection(String section) {
    return of(new JsonObject().put(section, section(section)));
  }

  private static SettingsSchema of(JsonObject sections) {
    return new SettingsSchema(
        new JsonObject()
            .put("$schema", "https://json-schema.org/draft/2020-12/schema")
            .put("type", "object")
            .put("additionalProperties", false)
            .put("properties", sections));
  }

  private static JsonObject section(String name) {
    String resource = name + ".schema.json";
    try (InputStream in = SettingsSchema.class.getResourceAsStream(resource)) {
      if (in == null) {
        throw new IllegalStateException("missing resource " + resource);
      }
      return new JsonObject(new String(in.readAllBytes(), StandardCharsets.UTF_8))
          .put("type", "object")
          .put("additionalProperties", false);
    } catch (IOException e) {
      throw new IllegalStateException("unreadable resource " + resource, e);
    }
  }

  private void collect(String prefix, JsonObject node) {
    JsonObject properties = node.getJsonObject("properties");
    for (String name : properties.fieldNames()) {
      JsonObject child = properties.getJsonObject(name);
      String path = prefix.isEmpty() ? name : prefix + "." + name;
      if (child.containsKey("properties")) {
        collect(path, child);
      } else {
        leaves.put(path, child);
      }
    }
  }

  /** The JSON Schema document. */
  public JsonObject json() {
    return schema;
  }

  /** Every setting by its dotted path, with its part of the schema, in the order of the files. */
  public Map<String, JsonObject> leaves() {
    return leaves;
  }

  /** All defaults as one settings document. */
  public JsonObject defaults() {
    JsonObject defaults = new JsonObject();
    leaves.forEach(
        (path, leaf) -> {
          Object value = leaf.getValue("default");
          if (value != null) {
            put(defaults, path, value instanceof Shareable shared ? shared.copy() : value);
          }
        });
    return defaults;
  }

  /**
   * The environment variable that sets a path: {@code mysql.poolSize} is SECKILL_MYSQL_POOL_SIZE.
   */
  public static String variable(String path) {
    return "SECKILL_"
        + path.replaceAll("([a-z0-9])([A-Z])", "$1_$2").replace('.', '_').toUpperCase(Locale.ROOT);
  }

  /** A path with its environment variable; anything else, like an option, as it is. */
  static String named(String path) {
    return path.startsWith("-") ? path : path + " (" + variable(path) + ")";
  }

  /** The environment variable that names a file with the value, for what {@link #holdsSecret}. */
  static String fileVariable(String path) {
    return variable(path) + "_FILE";
  }

  /** Whether a setting is a secret, or a URL that may hold one. */
  static boolean holdsSecret(String path, JsonObject leaf) {
    return leaf.getBoolean("secret", false) || isUrl(path);
  }

  /** Whether a setting is a URL with room for a password. */
  static boolean isUrl(String path) {
    return path.endsWith(".url") || path.endsWith("Url");
  }

  /** The value at a path; {@code null} if there is none. */
  static Object get(JsonObject document, String path) {
    Object node = document;
    for (String name : path.split("\\.")) {
      node = node instanceof JsonObject object ? object.getValue(name) : null;
    }
    return node;
  }

  static void put(JsonObject document, String path, Object value) {
    String[] names = path.split("\\.");
    JsonObject node = document;
    for (int i = 0; i < names.length - 1; i++) {
      JsonObject child = node.getJsonObject(names[i]);
      if (child == null) {
        child = new JsonObject();
        node.put(names[i], child);
      }
      node = child;
    }
    node.put(names[names.length - 1], value);
  }
}
