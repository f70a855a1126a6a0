package seckill.endtoend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.vertx.core.http.HttpMethod;
import io.vertx.core.json.JsonObject;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import seckill.standalone.client.Reply;
import seckill.standalone.process.ClusterSale;
import seckill.standalone.process.Stores;
import seckill.standalone.rehearsal.ItemBooks;
import seckill.standalone.rehearsal.Plan;
import seckill.standalone.rehearsal.Progress;
import seckill.standalone.rehearsal.Rehearsal;
import seckill.standalone.rehearsal.RehearsalReport;

/** The fat jars as processes, some of which are killed. */
class ServiceCrashIT {
  private static final Duration LIMIT = Duration.ofSeconds(90);

  @TempDir static Path directory;
  private static Stores stores;
  private static ClusterSale cluster;
  private static SaleFixture sale;

  @BeforeAll
  static void start() {
    stores = Stores.open(directory, Map.of());
    cluster = ClusterSale.start(stores, directory, 2);
    sale = SaleFixture.of(cluster);
  }

  @AfterAll
  static void stop() {
    if (sale != null) {
      sale.close();
    }
    if (stores != null) {
      stores.close();
    }
  }

  @Test
  @DisplayName(
      "orders that were accepted while the consumer is dead land once it is back; the board sees it")
  void acceptedOrdersSurviveTheConsumer() {
    sale.open(1001, 10);
    cluster.process("consumer").kill();
    Map<String, String> accepted = new LinkedHashMap<>();
    for (int i = 0; i < 5; i++) {
      Reply answer = sale.buy(1001, "u" + i);
      assertThat(answer.code()).isEqualTo("ACCEPTED");
      accepted.put("u" + i, answer.orderId());
    }
    assertThat(sale.books(1001).orders()).isEmpty();
    await().atMost(LIMIT).until(() -> silent().equals(Set.of("consumer")));

    cluster.restart("consumer");
    await().atMost(LIMIT).until(() -> silent().isEmpty());
    assertThat(heard()).contains("gateway", "seckill", "consumer", "reconcile");

    ItemBooks books = sale.settled(1001);
    assertThat(books.remaining()).isEqualTo(5);
    assertThat(books.pending()).isEmpty();
    accepted.forEach(
        (user, order) -> {
          Reply mine = SaleFixture.wait(sale.gateway(0).mine("1001", sale.token(user)));
          assertThat(mine.orderId()).isEqualTo(order);
        });
  }

  private static Stream<JsonObject> nodes() {
    Reply overview =
        SaleFixture.wait(sale.gateway(0).admin(HttpMethod.GET, "/admin/overview", null));
    return overview.body().getJsonArray("nodes").stream().map(JsonObject.class::cast);
  }

  private static Set<String> services(Stream<JsonObject> nodes) {
    return nodes
        .map(node -> node.getJsonArray("services").getString(0))
        .collect(Collectors.toSet());
  }

  /** The services of which the board has heard. */
  private static Set<String> heard() {
    return services(nodes());
  }

  /** The services that the board misses. */
  private static Set<String> silent() {
    return services(nodes().filter(node -> node.getBoolean("silent")));
  }

  @ParameterizedTest
  @ValueSource(strings = {"consumer", "seckill"})
  @DisplayName("a rush in whose middle a service is killed loses, doubles and oversells nothing")
  void killedInTheMiddleOfARush(String service) {
    Plan plan = new Plan(1, 200, 600, 4, 42, 50, 0, LIMIT);
    Progress quiet = new Progress(new java.io.PrintWriter(java.io.Writer.nullWriter()), false);
    try (Rehearsal rehearsal = new Rehearsal(plan, cluster, quiet, Clock.systemUTC())) {
      RehearsalReport report = rehearsal.run(service);

      assertThat(report.verdict().breaches()).as(report.toString()).isEmpty();
      assertThat(report.verdict().line()).startsWith("PASS sold=200 landed=200");
    }
  }
}
