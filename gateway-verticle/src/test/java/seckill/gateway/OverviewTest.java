package seckill.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import seckill.contract.Addresses;
import seckill.contract.Outcome;

class OverviewTest extends GateTest {
  private static final String ADMIN = TestTokens.admin("op1");
  private static final String OVERVIEW = "/admin/overview";

  @Override
  Map<String, String> environment() {
    return Map.of("SECKILL_PAGES_REFRESH_MILLIS", "600000");
  }

  private void beat(long accepted) {
    vertx
        .eventBus()
        .publish(
            Addresses.EVENT_PULSE,
            new JsonObject()
                .put("node", "10.0.0.7:7800")
                .put("services", new JsonArray().add("gateway"))
                .put("startedAt", Instant.EPOCH.toString())
                .put("everyMillis", 1000)
                .put("health", new JsonObject().put("status", "UP"))
                .put("counts", new JsonObject().put("answered/ACCEPTED", accepted))
                .put("gauges", new JsonObject()));
  }

  private static long accepted(JsonObject overview) {
    return overview.getJsonArray("points").stream()
        .map(JsonObject.class::cast)
        .mapToLong(point -> point.getJsonObject("counts").getLong("answered/ACCEPTED", 0L))
        .sum();
  }

  @Test
  @DisplayName(
      "operators see what other processes tell of themselves, and what is new since a time")
  void overview() {
    beat(10);
    beat(15);
    await().until(() -> accepted(gate.get(OVERVIEW, ADMIN).json()) == 5);
    JsonObject seen = gate.get(OVERVIEW, ADMIN).json();
    assertThat(seen.getJsonArray("nodes").getJsonObject(0).getString("node"))
        .isEqualTo("10.0.0.7:7800");
    long last =
        seen.getJsonArray("points").stream()
            .mapToLong(point -> ((JsonObject) point).getLong("at"))
            .max()
            .orElseThrow();
    Reply later = gate.get(OVERVIEW + "?after=" + last, ADMIN);
    assertThat(accepted(later.json())).isZero();
    assertThat(later.header("Cache-Control")).isEqualTo("private, no-store");
  }

  @Test
  @DisplayName("the overview is told without a till, and to operators only")
  void whoever() {
    till.fail(Addresses.ITEM_LIST, Outcome.DEGRADED, "away");
    assertThat(gate.get(OVERVIEW, ADMIN).status()).isEqualTo(200);
    assertThat(gate.get(OVERVIEW, TestTokens.of("u1")).code()).isEqualTo("FORBIDDEN");
    assertThat(gate.get(OVERVIEW, null).code()).isEqualTo("UNAUTHENTICATED");
    assertThat(gate.get(OVERVIEW + "?after=x", ADMIN).code()).isEqualTo("BAD_REQUEST");
  }

  @Test
  @DisplayName(
      "the board's page is a shell for everybody, with the strict policy, and a login by it")
  void shell() {
    Reply page = gate.get("/admin/en/", null);
    assertThat(page.status()).isEqualTo(200);
    assertThat(page.body()).contains("Operators&#39; board");
    assertThat(page.header("Content-Security-Policy")).contains("script-src 'self'");
    assertThat(gate.get("/admin/zh/", null).body()).contains("运营面板");
    Reply led = gate.get("/admin/", null);
    assertThat(led.status()).isEqualTo(302);
    assertThat(led.header("Location")).isEqualTo("/admin/en/");
    assertThat(gate.post("/api/dev/login", null, "{\"userId\":\"o\",\"role\":\"admin\"}").status())
        .as("no such login where it is not switched on")
        .isEqualTo(404);
  }

  @Test
  @DisplayName("lists that begin with the latest are asked for page by page")
  void lists() {
    for (String[] list :
        new String[][] {
          {"/admin/audit", Addresses.AUDIT_LIST},
          {"/admin/items", Addresses.ITEM_ALL},
          {"/admin/reconciliations", Addresses.RECONCILE_LIST}
        }) {
      till.answer(list[1], JsonObject::new);
      till.requests.clear();
      assertThat(gate.get(list[0] + "?itemId=1001&before=17&limit=5", ADMIN).status())
          .isEqualTo(200);
      assertThat(till.requests)
          .containsExactly(
              new JsonObject()
                  .put("itemId", "1001")
                  .put("before", "17")
                  .put("limit", 5)
                  .put("address", list[1]));
      assertThat(gate.get(list[0], TestTokens.of("u1")).code()).isEqualTo("FORBIDDEN");
    }
  }
}
