package seckill.endtoend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import seckill.contract.ItemGate;
import seckill.contract.ItemGate.ChallengeMode;
import seckill.testkit.MySqlExtension;
import seckill.testkit.RedisExtension;
import seckill.testkit.TestMySql;
import seckill.testkit.TestRedis;

/** What is shipped for Prometheus and Grafana fits what the services tell. */
@ExtendWith({RedisExtension.class, MySqlExtension.class})
class DeployFilesIT {
  private static final Path DEPLOY =
      Path.of("").toAbsolutePath().getParent().resolve("deploy").normalize();
  private static final Pattern METRIC = Pattern.compile("\\b(?:seckill|jvm)_[a-z_]+\\b");
  private static final Pattern TOLD = Pattern.compile("(?m)^(?:# TYPE )?([a-z][a-z0-9_]*)[{ ]");

  private static Set<String> named(String file) throws IOException {
    return METRIC
        .matcher(Files.readString(DEPLOY.resolve(file)))
        .results()
        .map(match -> match.group())
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private static Stream<String> told(URI management) {
    try {
      String text =
          HttpClient.newHttpClient()
              .send(
                  HttpRequest.newBuilder(management.resolve("/metrics")).build(),
                  BodyHandlers.ofString())
              .body();
      return TOLD.matcher(text).results().map(match -> match.group(1));
    } catch (IOException e) {
      throw new IllegalStateException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  @Test
  @DisplayName("every metric that an alert or a panel asks for is told by some service")
  void metricsExist(TestRedis redis, TestMySql mysql) throws IOException {
    Set<String> asked = named("prometheus-alerts.yml");
    assertThat(asked).hasSizeGreaterThan(10);
    asked.addAll(named("grafana-dashboard.json"));
    JsonObject dashboard =
        new JsonObject(Files.readString(DEPLOY.resolve("grafana-dashboard.json")));
    assertThat(dashboard.getJsonArray("panels")).hasSizeGreaterThan(10);
    try (SaleFixture sale =
        SaleFixture.inThisJvm(redis, mysql, Map.of("SECKILL_NOTIFY_SENDER", "log"))) {
      sale.open(PageCase.item(1, 5, Instant.now().minusSeconds(60), PageCase.OPEN));
      sale.buy(1, "u1");
      // With a waiting room, which has metrics of its own.
      sale.open(PageCase.item(2, 5, Instant.now(), new ItemGate(true, ChallengeMode.NEVER, null)));
      await()
          .untilAsserted(
              () ->
                  assertThat(
                          sale.services().management().values().stream()
                              .flatMap(DeployFilesIT::told)
                              .collect(Collectors.toSet()))
                      .containsAll(asked));
    }
  }
}
