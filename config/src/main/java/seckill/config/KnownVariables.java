package seckill.config;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;

/**
 * The {@code SECKILL_…} environment variables that anything reads: settings of the services, what
 * the programs take besides, and what Kubernetes makes by itself.
 */
public final class KnownVariables {
  private static final String PREFIX = "SECKILL_";
  private static final String TEST_PREFIX = "SECKILL_TEST_";

  /** Variables that the programs read, but that are not settings. */
  private static final Set<String> NOT_SETTINGS =
      Set.of(
          "SECKILL_CONFIG",
          "SECKILL_DATA",
          "SECKILL_HOME",
          "SECKILL_TARGET",
          "SECKILL_ADMIN_TOKEN",
          "SECKILL_ADMIN_TOKEN_FILE",
          LogLevels.VARIABLE,
          LogLevels.CLUSTER_VARIABLE);

  private static final String NUMBER = "[0-9]{1,5}";
  private static final String ADDRESS = "(tcp|udp|sctp)://.+:" + NUMBER;

  /**
   * What Kubernetes sets in every pod for each service of its namespace, ours named seckill-…
   * included: how the name ends, and what the value looks like.
   */
  private static final Map<Pattern, Pattern> SERVICE_LINKS =
      Map.of(
          link("SERVICE_HOST"), Pattern.compile("[0-9a-fA-F.:]+"),
          link("SERVICE_PORT(_.+)?"), Pattern.compile(NUMBER),
          link("PORT"), Pattern.compile(ADDRESS),
          link("PORT_[0-9]+_(TCP|UDP|SCTP)"), Pattern.compile(ADDRESS),
          link("PORT_[0-9]+_(TCP|UDP|SCTP)_PROTO"), Pattern.compile("tcp|udp|sctp"),
          link("PORT_[0-9]+_(TCP|UDP|SCTP)_PORT"), Pattern.compile(NUMBER),
          link("PORT_[0-9]+_(TCP|UDP|SCTP)_ADDR"), Pattern.compile("[0-9a-fA-F.:]+"));

  private KnownVariables() {}

  private static Pattern link(String end) {
    return Pattern.compile("SECKILL_(.+_)?" + end);
  }

  /**
   * Refuses a variable with our prefix that nothing reads, which is a mistake in its name.
   *
   * @throws ConfigException one line that names the variable and the one that was likely meant
   */
  public static void require(Map<String, String> environment) {
    Set<String> known = null;
    for (Map.Entry<String, String> entry : new TreeMap<>(environment).entrySet()) {
      String variable = entry.getKey();
      if (!mayBeSetting(variable) || isServiceLink(variable, entry.getValue())) {
        continue;
      }
      // One environment may serve several services, so another service's variable is no mistake.
      known = known == null ? settings() : known;
      if (!known.contains(variable)) {
        known.addAll(NOT_SETTINGS);
        throw new ConfigException(
            "unknown environment variable " + variable + NearestName.hint(variable, known));
      }
    }
  }

  /** Whether a variable has our prefix and no other use than to set a setting. */
  static boolean mayBeSetting(String variable) {
    return variable.startsWith(PREFIX)
        && !variable.startsWith(TEST_PREFIX)
        && !NOT_SETTINGS.contains(variable);
  }

  /**
   * Whether Kubernetes made a variable. The value decides as well: {@code SECKILL_HTTP_PORT} is a
   * setting, and in the pods beside a service named seckill-http it is {@code tcp://10.0.0.9:8080}.
   */
  static boolean isServiceLink(String variable, String value) {
    return SERVICE_LINKS.entrySet().stream()
        .anyMatch(
            link ->
                link.getKey().matcher(variable).matches()
                    && link.getValue().matcher(value).matches());
  }

  private static Set<String> settings() {
    Set<String> known = new TreeSet<>();
    SettingsSchema.SERVICES.forEach(
        service -> known.addAll(pathsOf(SettingsSchema.of(service)).keySet()));
    return known;
  }

  /** The path of every variable; a secret also has one that names a file, as mounts need. */
  static Map<String, String> pathsOf(SettingsSchema schema) {
    Map<String, String> paths = new HashMap<>();
    schema
        .leaves()
        .forEach(
            (path, leaf) -> {
              paths.put(SettingsSchema.variable(path), path);
              if (SettingsSchema.holdsSecret(path, leaf)) {
                paths.put(SettingsSchema.fileVariable(path), path);
              }
            });
    return paths;
  }
}
