package seckill.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import seckill.standalone.process.DevSecret;
import seckill.standalone.process.Home;
import seckill.standalone.process.JarProcess;

/** What the fat jars say to settings they cannot use. */
class FatJarRefusalIT {
  private static final Duration LIMIT = Duration.ofSeconds(60);

  private static final Pattern LOG_LINE = Pattern.compile("^\\d\\d:\\d\\d:\\d\\d");

  @TempDir Path directory;

  private void refuses(String service, String yaml, Map<String, String> environment, String name)
      throws Exception {
    Path config = Files.writeString(directory.resolve("settings.yaml"), yaml.replace("; ", "\n  "));
    List<String> command = new ArrayList<>(JarProcess.javaJar(Home.jar(service)));
    command.addAll(List.of("--config", config.toString()));
    try (JarProcess process =
        new JarProcess(service, command, environment, directory.resolve("out.log"))) {
      process.start();

      assertThat(process.awaitEnd(LIMIT)).as(process.output()).isEqualTo(1);
      assertThat(process.output().lines().filter(line -> !LOG_LINE.matcher(line).find()))
          .as("one line that names %s", name)
          .singleElement()
          .asString()
          .startsWith("seckill " + service)
          .contains(name);
    }
  }

  @ParameterizedTest(name = "{0}: {1}")
  @DisplayName("an unknown setting or one of the wrong type is one line that names it")
  @CsvSource(
      delimiter = '|',
      value = {
        "gateway   | http:; prot: 8080                | http.prot",
        "seckill   | mysqll:; url: x                  | mysqll",
        "consumer  | consumer:; maxBatch: many        | consumer.maxBatch",
        "consumer  | redis:; maxInFlight: -1          | redis.maxInFlight",
        "reconcile | reconcile:; graceMillis: '5000x' | reconcile.graceMillis",
      })
  void refusesSettings(String service, String yaml, String name) throws Exception {
    refuses(service, yaml, Map.of(), name);
  }

  @Test
  @DisplayName("a gateway without a token secret refuses to start")
  void refusesMissingSecret() throws Exception {
    refuses("gateway", "cluster:; enabled: false", Map.of(), "token.secret");
  }

  @Test
  @DisplayName("a gateway with the development secret refuses to start unless told otherwise")
  void refusesDevelopmentSecret() throws Exception {
    refuses(
        "gateway",
        "cluster:; enabled: false",
        Map.of("SECKILL_TOKEN_SECRET", DevSecret.VALUE),
        "token.secret");
  }

  @Test
  @DisplayName("a misspelt variable of the environment is one line that names it")
  void refusesUnknownVariable() throws Exception {
    refuses("seckill", "", Map.of("SECKILL_REDIS_ULR", "x"), "SECKILL_REDIS_ULR");
  }
}
