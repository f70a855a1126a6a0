package seckill.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The alert rules and the panels in Prometheus' own eyes, which are its {@code promtool}. */
class AlertRulesTest {
  private static final Path DEPLOY = Path.of("").toAbsolutePath().resolveSibling("deploy");
  private static final String RULES = "prometheus-alerts.yml";
  private static final String TESTS = "prometheus-alerts-test.yml";
  private static final Pattern EXPRESSION =
      Pattern.compile("\"expr\" *: *(\"(?:[^\"\\\\]|\\\\.)*\")");

  /** What the environment says if a tool that is not there is a failure. */
  private static final String REQUIRED = "required";

  private static Path promtool() {
    Optional<Path> tool =
        Arrays.stream(System.getenv("PATH").split(":"))
            .map(directory -> Path.of(directory, "promtool"))
            .filter(Files::isExecutable)
            .findFirst();
    if (tool.isEmpty()) {
      String missing = "no promtool (Debian: prometheus) is on the PATH";
      if (REQUIRED.equals(System.getenv("SECKILL_TEST_PROMTOOL"))) {
        throw new AssertionError(missing + ", and SECKILL_TEST_PROMTOOL=required");
      }
      System.out.println("[promtool] " + missing + "; alert rules are NOT tested");
      Assumptions.abort(missing);
    }
    return tool.get();
  }

  private static void succeeds(String... arguments) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of(promtool().toString()));
    command.addAll(List.of(arguments));
    Process process =
        new ProcessBuilder(command).directory(DEPLOY.toFile()).redirectErrorStream(true).start();
    String said = new String(process.getInputStream().readAllBytes());
    assertThat(process.waitFor(1, TimeUnit.MINUTES)).isTrue();
    assertThat(process.exitValue()).as(said).isZero();
  }

  @Test
  @DisplayName("every alert goes off when it should, says what to do, and is silent otherwise")
  void alertsGoOff() throws IOException, InterruptedException {
    succeeds("check", "rules", RULES);
    succeeds("test", "rules", TESTS);
  }

  @Test
  @DisplayName("every alert has a test in which it goes off")
  void allAreTested() throws IOException {
    assertThat(names(TESTS, "alertname: (\\w+)\\n *eval_time: \\w+\\n *exp_alerts:\\n"))
        .isEqualTo(names(RULES, "- alert: (\\w+)"))
        .hasSizeGreaterThan(10);
  }

  private static TreeSet<String> names(String file, String pattern) throws IOException {
    return Pattern.compile(pattern)
        .matcher(Files.readString(DEPLOY.resolve(file)))
        .results()
        .map(match -> match.group(1))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  @Test
  @DisplayName("whatever a panel asks is a question that Prometheus understands")
  void panelsAsk(@TempDir Path directory) throws IOException, InterruptedException {
    JsonArray rules = new JsonArray();
    EXPRESSION
        .matcher(Files.readString(DEPLOY.resolve("grafana-dashboard.json")))
        .results()
        .map(AlertRulesTest::question)
        .forEach(
            question ->
                rules.add(
                    new JsonObject().put("record", "panel:" + rules.size()).put("expr", question)));
    assertThat(rules).hasSizeGreaterThan(10);
    JsonObject group = new JsonObject().put("name", "panels").put("rules", rules);
    // JSON is YAML.
    Path file = directory.resolve("panels.yml");
    Files.writeString(file, new JsonObject().put("groups", new JsonArray().add(group)).encode());
    succeeds("check", "rules", "--lint=none", file.toString());
  }

  // Grafana fills in the interval.
  private static String question(MatchResult match) {
    return new JsonArray("[" + match.group(1) + "]").getString(0).replace("$__rate_interval", "1m");
  }
}
