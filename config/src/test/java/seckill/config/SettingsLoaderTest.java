package seckill.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SettingsLoaderTest {
  private final SettingsLoader seckill = new SettingsLoader("seckill");

  @TempDir private Path directory;

  private JsonObject load(String yaml, Map<String, String> environment) throws IOException {
    return seckill.load(file(yaml), environment);
  }

  private Path file(String text) throws IOException {
    return Files.writeString(directory.resolve("settings.yaml"), text);
  }

  private void refused(String yaml, Map<String, String> environment, String... parts) {
    assertThatThrownBy(() -> load(yaml, environment))
        .isInstanceOf(ConfigException.class)
        .hasMessageContainingAll(parts)
        .message()
        .hasLineCount(1);
  }

  @Test
  @DisplayName("without a file and an environment every setting has its default")
  void takesDefaults() {
    for (String service : SettingsSchema.SERVICES) {
      JsonObject settings = new SettingsLoader(service).load((Path) null, Map.of());
      assertThat(settings).isEqualTo(SettingsSchema.of(service).defaults());
    }
    RedisSettings redis = RedisSettings.of(seckill.load((Path) null, Map.of()));
    assertThat(redis.url()).hasToString("redis://127.0.0.1:6379");
    assertThat(redis.commandTimeoutMillis()).isEqualTo(2000);
  }

  @Test
  @DisplayName("the file wins over defaults and the environment wins over the file")
  void layersSources() throws IOException {
    String yaml = "redis:\n  maxInFlight: 7\n  commandTimeoutMillis: 70\n";
    JsonObject settings = load(yaml, Map.of("SECKILL_REDIS_COMMAND_TIMEOUT_MILLIS", "700"));
    RedisSettings redis = RedisSettings.of(settings);
    assertThat(redis.maxInFlight()).isEqualTo(7);
    assertThat(redis.commandTimeoutMillis()).isEqualTo(700);
    assertThat(redis.connectTimeoutMillis()).isEqualTo(1000);
  }

  @Test
  @DisplayName("lists come from the environment separated by commas and replace the file's")
  void readsLists() throws IOException {
    String yaml = "cluster:\n  members: ['a:1', 'b:2']\n";
    assertThat(ClusterSettings.of(load(yaml, Map.of())).members()).containsExactly("a:1", "b:2");
    Map<String, String> environment = Map.of("SECKILL_CLUSTER_MEMBERS", " c:3 ,d:4,");
    assertThat(ClusterSettings.of(load(yaml, environment)).members()).containsExactly("c:3", "d:4");
  }

  @Test
  @DisplayName("the loader changes neither the document it is given nor the next caller's defaults")
  void leavesItsInputAlone() {
    JsonObject document = new JsonObject().put("redis", new JsonObject().put("maxInFlight", 7));
    JsonObject before = document.copy();
    JsonObject settings = seckill.load(document, Map.of("SECKILL_REDIS_MAX_IN_FLIGHT", "8"));
    settings.getJsonObject("cluster").getJsonArray("members").add("x:1");
    assertThat(document).isEqualTo(before);
    assertThat(seckill.load(new JsonObject(), Map.of()).getJsonObject("cluster"))
        .isEqualTo(SettingsSchema.of("seckill").defaults().getJsonObject("cluster"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "\n\n", "# nothing\n", "---\n", "redis:\n  # url: x\nmysql:\n"})
  @DisplayName("an empty file, or a section whose settings are commented out, changes nothing")
  void readsEmptyFiles(String yaml) throws IOException {
    assertThat(load(yaml, Map.of())).isEqualTo(SettingsSchema.of("seckill").defaults());
  }

  @Test
  @DisplayName("anchors stand for what they name, and merge keys are understood")
  void readsAnchors() throws IOException {
    String yaml =
        "redis: &limits\n  connectTimeoutMillis: 500\nmysql:\n  <<: *limits\n  poolSize: 3\n";
    JsonObject settings = load(yaml, Map.of());
    assertThat(MySqlSettings.of(settings).connectTimeoutMillis()).isEqualTo(500);
    assertThat(MySqlSettings.of(settings).poolSize()).isEqualTo(3);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          redsi: {url: x}                        | unknown setting redsi for the seckill service
          redis: {maxInflight: 5}                | unknown setting redis.maxInflight
          http: {port: 80}                       | unknown setting http for the seckill service
          redis: 5                               | redis must be a section
          redis: [1]                             | redis must be a section
          redis: {maxInFlight: 0}                | redis.maxInFlight (SECKILL_REDIS_MAX_IN_FLIGHT) must be an integer from 1 to 100000
          redis: {maxInFlight: 100001}           | redis.maxInFlight
          redis: {maxInFlight: '5'}              | redis.maxInFlight
          redis: {maxInFlight: 5.5}              | redis.maxInFlight
          redis: {maxInFlight: true}             | redis.maxInFlight
          redis: {maxInFlight: null}             | redis.maxInFlight
          redis: {maxInFlight: [5]}              | redis.maxInFlight
          redis: {maxInFlight: {a: 1}}           | redis.maxInFlight
          redis: {maxInFlight: 99999999999999999999999} | redis.maxInFlight
          redis: {url: 5}                        | redis.url (SECKILL_REDIS_URL) must be text
          redis: {url: http://x}                 | redis.url
          redis: {url: ''}                       | redis.url
          mysql: {migrate: 'yes'}                | mysql.migrate (SECKILL_MYSQL_MIGRATE) must be true or false
          cluster: {members: a}                  | cluster.members (SECKILL_CLUSTER_MEMBERS) must be a list, each text
          cluster: {members: [a]}                | cluster.members
          cluster: {members: [5]}                | cluster.members
          cluster: {host: 'a b'}                 | cluster.host
          cluster: {port: 0}                     | cluster.port
          """)
  @DisplayName("a wrong or unknown setting is one line that names it")
  void namesTheWrongSetting(String yaml, String message) {
    refused(yaml + "\n", Map.of(), message);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          redis: [                     | is not YAML in line
          a: b: c                      | is not YAML in line 1
          '- a'                        | must be sections with settings below them
          just text                    | must be sections with settings below them
          42                           | must be sections with settings below them
          8080: x                      | has a name that is not text: 8080
          'redis: &a [*a]'             | is nested too deep
          '{redis: {}, redis: {}}'     | duplicate key redis
          'redis: !!java.net.URL [x]'  | is not YAML
          """)
  @DisplayName("a file that is no YAML document of sections is one line that names the file")
  void namesTheWrongFile(String yaml, String message) {
    refused(yaml, Map.of(), "settings.yaml", message);
  }

  @Test
  @DisplayName("a missing file, a directory and a file that is no text are one line each")
  void namesUnreadableFiles() throws IOException {
    Path binary = directory.resolve("binary.yaml");
    Files.write(binary, "redis: {url: 'é'}".getBytes(StandardCharsets.ISO_8859_1));
    for (Path file : List.of(directory.resolve("missing.yaml"), directory, binary)) {
      assertThatThrownBy(() -> seckill.load(file, Map.of()))
          .isInstanceOf(ConfigException.class)
          .hasMessageContaining(file.toString())
          .message()
          .hasLineCount(1);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "SECKILL_REDIS_ULR, redis://x, unknown environment variable SECKILL_REDIS_ULR",
    "SECKILL_, x, unknown environment variable SECKILL_",
    "SECKILL_REDIS_MAX_IN_FLIGHT, many, SECKILL_REDIS_MAX_IN_FLIGHT must be of type integer",
    "SECKILL_REDIS_MAX_IN_FLIGHT, '', SECKILL_REDIS_MAX_IN_FLIGHT must be of type integer",
    "SECKILL_REDIS_MAX_IN_FLIGHT, 0, SECKILL_REDIS_MAX_IN_FLIGHT",
    "SECKILL_MYSQL_MIGRATE, yes, SECKILL_MYSQL_MIGRATE must be of type boolean",
    "SECKILL_REDIS_URL, '', SECKILL_REDIS_URL",
    "SECKILL_MYSQL_POOL_SIZE_FILE, /tmp/x, unknown environment variable",
    "SECKILL_LOG_LEVEL, banana, 'SECKILL_LOG_LEVEL must be one of OFF, ERROR, WARN, INFO'",
    "SECKILL_LOG_LEVEL, '', SECKILL_LOG_LEVEL must be one of",
    "SECKILL_CLUSTER_LOG_LEVEL, loud, SECKILL_CLUSTER_LOG_LEVEL must be one of"
  })
  @DisplayName("a wrong or unknown variable is one line that names it")
  void namesTheWrongVariable(String variable, String value, String message) {
    refused("", Map.of(variable, value), message);
  }

  @Test
  @DisplayName(
      "variables of other services, of the programs, of tests and of Kubernetes are no mistake")
  void ignoresForeignVariables() throws IOException {
    Map<String, String> environment =
        Map.of(
            "SECKILL_HTTP_PORT", "81",
            "SECKILL_TOKEN_SECRET_FILE", "/does/not/exist",
            "SECKILL_CONFIG", "x",
            "SECKILL_LOG_LEVEL", "debug",
            "SECKILL_TEST_STORES", "docker",
            "SECKILL_GATEWAY_SERVICE_HOST", "10.0.0.1",
            "SECKILL_GATEWAY_SERVICE_PORT_HTTP", "80",
            "SECKILL_GATEWAY_PORT", "tcp://10.0.0.1:80",
            "SECKILL_GATEWAY_PORT_80_TCP_ADDR", "10.0.0.1",
            "PATH", "/bin");
    assertThat(load("", environment)).isEqualTo(SettingsSchema.of("seckill").defaults());
    assertThat(load("", Map.of("SECKILL_ADMIN_TOKEN", "x", "SECKILL_ADMIN_TOKEN_FILE", "x")))
        .isEqualTo(SettingsSchema.of("seckill").defaults());
  }

  @Test
  @DisplayName("a mistake in the name of a setting is told with the one that was likely meant")
  void suggestsSettings() {
    refused("redsi: {url: x}", Map.of(), "unknown setting redsi", "did you mean redis?");
    refused("redis: {maxInflight: 5}", Map.of(), "did you mean redis.maxInFlight?");
  }

  @Test
  @DisplayName("a secret may be named by a file, whose last line break does not belong to it")
  void readsSecretsFromFiles() throws IOException {
    Path secret = Files.writeString(directory.resolve("secret"), "s3cret with space\n");
    Path url = Files.writeString(directory.resolve("url"), "redis://:pw@redis:6379\r\n");
    JsonObject gateway =
        new SettingsLoader("gateway")
            .load((Path) null, Map.of("SECKILL_TOKEN_SECRET_FILE", secret.toString()));
    assertThat(gateway.getJsonObject("token").getString("secret")).isEqualTo("s3cret with space");
    JsonObject settings = load("", Map.of("SECKILL_REDIS_URL_FILE", url.toString()));
    assertThat(RedisSettings.of(settings).url())
        .isEqualTo(StoreUrl.redis("redis.url", "redis://:pw@redis:6379"));
    Files.writeString(url, "mysql://u:pw@db/shop");
    settings = load("", Map.of("SECKILL_MYSQL_URL_FILE", url.toString()));
    assertThat(MySqlSettings.of(settings).url())
        .isEqualTo(StoreUrl.mysql("mysql.url", "mysql://u:pw@db/shop"));

    refused("", Map.of("SECKILL_REDIS_URL_FILE", "/does/not/exist"), "SECKILL_REDIS_URL_FILE");
    refused(
        "",
        Map.of("SECKILL_REDIS_URL_FILE", url.toString(), "SECKILL_REDIS_URL", "redis://x"),
        "SECKILL_REDIS_URL_FILE and SECKILL_REDIS_URL are both set");
  }

  @Test
  @DisplayName("an error never repeats the value, which may be a secret under a wrong name")
  void doesNotRepeatValues() {
    for (String variable : List.of("SECKILL_REDIS_MAX_IN_FLIGHT", "SECKILL_REDIS_URL")) {
      assertThatThrownBy(() -> load("", Map.of(variable, "hush")))
          .isInstanceOf(ConfigException.class)
          .hasMessageNotContaining("hush");
    }
  }

  @Test
  @DisplayName(
      "every setting says what it means, has a default that fits, and a variable of its own")
  void describesEverySetting() {
    for (String service : SettingsSchema.SERVICES) {
      Map<String, JsonObject> leaves = SettingsSchema.of(service).leaves();
      assertThat(leaves.keySet().stream().map(SettingsSchema::variable))
          .doesNotHaveDuplicates()
          .allMatch(variable -> variable.matches("SECKILL(_[A-Z0-9]+)+"));
      leaves.forEach(
          (path, leaf) -> {
            assertThat(leaf.getString("description")).as(path).isNotBlank();
            assertThat(leaf.containsKey("default")).as(path).isTrue();
            if ("integer".equals(leaf.getValue("type"))) {
              assertThat(leaf.getLong("minimum")).as(path).isNotNull();
              assertThat(leaf.getLong("maximum")).as(path).isNotNull();
            }
          });
    }
    assertThatThrownBy(() -> SettingsSchema.of("nobody")).hasMessageContaining("nobody");
    assertThat(SettingsSchema.variable("mysql.poolSize")).isEqualTo("SECKILL_MYSQL_POOL_SIZE");
  }
}
