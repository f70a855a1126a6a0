package seckill.config;

import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Writes {@code docs/configuration.md} from the settings' schema. */
final class SettingsPage {
  private static final String HEAD =
      """
      # Configuration

      <!-- Written by SettingsPage from the schema files in config/src/main/resources/seckill/config. Do not edit: change
      the schema, then run: ./mvnw -pl config test -Dtest=SettingsPageTest -Dseckill.docs.write=true -->

      Each service reads its settings once, at start: the defaults below, then the YAML file of `--config FILE` (or of
      `SECKILL_CONFIG`), then `SECKILL_…` environment variables. A wrong or unknown key is one line that names it, and the
      service does not start. The files in [config](../config) are a starting point.

      * A file is YAML in UTF-8. Numbers, `true`, `false` and `null` are written plainly, as in JSON without exponents; what
        other versions of YAML read in another way (`0100`, `15:00`, `1_000`, `0x10`, `1e3`, `.inf`, `yes`, `on`, `~`, dates) is
        refused with its line, unless it is quoted: then it is text. A key may stand once. Anchors, aliases and merge
        keys (`<<`) are understood. Limits of every YAML file, those of items and questions included, by the
        names that a refusal tells: `maxBytes` 33554432, `maxDepth` 32 (lists and sections within each other), `maxAliased` 1000000
        (values that come by aliases, each with all that is within it), `maxDigits` 40 (of a number).
      * In a file, `redis.maxInFlight` is `maxInFlight` below `redis`. In the environment lists are separated by commas.
      * Secrets and URLs can also be read from a file, as mounted secrets need; these variables name it:
        %s.
        The line break at the end does not count. A variable and its `_FILE` must not both be set.
      * In the URL of a store user, password and database are percent-decoded and nothing else: `%%XX` is a byte, every other
        character is itself, `+` too; `/ ? # @ %%` must be encoded. Parameters after a `?` are refused by name.
      * Passwords and secrets are masked wherever settings are printed.
      * One environment may serve all services: each takes its own variables. A `SECKILL_…` variable that no service knows is
        an error, which names the one that was likely meant; `./seckill` refuses it, too. Those that Kubernetes makes for services
        (`SECKILL_GATEWAY_SERVICE_HOST` and so on) are ignored, also where such a name is that of a setting:
        `SECKILL_HTTP_PORT=tcp://10.0.0.9:8080` is the address of a service named seckill-http, not a port.
      * `SECKILL_LOG_LEVEL` sets how much is logged: `OFF`, `ERROR`, `WARN`, `INFO`, `DEBUG`, `TRACE` or `ALL`; by default
        `INFO` in the four services, and `WARN` in `./seckill`, which prints what a person wants to see by itself.
        `SECKILL_CLUSTER_LOG_LEVEL` (default `WARN`) does so for the libraries of the cluster.
      * `SECKILL_TARGET`, `SECKILL_DATA` and `SECKILL_ADMIN_TOKEN` (or `SECKILL_ADMIN_TOKEN_FILE`) are for the commands of
        `./seckill`, see its `--help`.
      """;

  private static final int WIDTH = 118;

  private SettingsPage() {}

  static Path file() {
    // Surefire runs in the module's directory.
    return Path.of("").toAbsolutePath().resolveSibling("docs").resolve("configuration.md");
  }

  static void write() throws IOException {
    Files.writeString(file(), text());
  }

  static String text() {
    StringBuilder page = new StringBuilder(HEAD.formatted(fileVariables()));
    sections().forEach((section, services) -> append(page, section, services));
    return page.toString();
  }

  private static String fileVariables() {
    Set<String> variables = new LinkedHashSet<>();
    for (String service : SettingsSchema.SERVICES) {
      SettingsSchema.of(service)
          .leaves()
          .forEach(
              (path, leaf) -> {
                if (SettingsSchema.holdsSecret(path, leaf)) {
                  variables.add("`" + SettingsSchema.fileVariable(path) + "`");
                }
              });
    }
    StringBuilder list = new StringBuilder();
    int column = 2;
    for (String variable : variables) {
      boolean fits = column + variable.length() + 2 <= WIDTH;
      list.append(list.isEmpty() ? "" : fits ? ", " : ",\n  ").append(variable);
      column = (fits ? column : 2) + variable.length() + 2;
    }
    return list.toString();
  }

  private static Map<String, List<String>> sections() {
    Map<String, List<String>> sections = new LinkedHashMap<>();
    for (String service : SettingsSchema.SERVICES) {
      for (String section :
          SettingsSchema.of(service).json().getJsonObject("properties").fieldNames()) {
        sections.computeIfAbsent(section, name -> new ArrayList<>()).add(service);
      }
    }
    return sections;
  }

  private static void append(StringBuilder page, String section, List<String> services) {
    String readers =
        services.size() == SettingsSchema.SERVICES.size()
            ? "all services"
            : String.join(", ", services);
    page.append("\n## ").append(section).append("\n\nRead by: ").append(readers).append(".\n\n");
    page.append("| setting | environment variable | default | range | meaning |\n");
    page.append("| --- | --- | --- | --- | --- |\n");
    SettingsSchema.of(services.get(0))
        .leaves()
        .forEach(
            (path, leaf) -> {
              if (path.startsWith(section + ".")) {
                row(page, path, leaf);
              }
            });
  }

  private static void row(StringBuilder page, String path, JsonObject leaf) {
    Object value = leaf.getValue("default");
    String shown = value instanceof String text && text.isEmpty() ? "empty" : "`" + value + "`";
    page.append("| `")
        .append(path)
        .append("` | `")
        .append(SettingsSchema.variable(path))
        .append("` | ")
        .append(escaped(shown))
        .append(" | ")
        .append(escaped(SettingRange.of(leaf).replaceFirst("matches (.*)$", "matches `$1`")))
        .append(" | ")
        .append(escaped(leaf.getString("description")))
        .append(" |\n");
  }

  private static String escaped(String text) {
    return text.replace("|", "\\|");
  }
}
