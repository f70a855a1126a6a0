package seckill.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.net.http.HttpRequest.BodyPublishers;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import seckill.contract.Addresses;
import seckill.contract.Outcome;

/** {@code /admin/gate}, with a stand-in for the till that keeps the changes. */
class GateAdminTest extends GateTest {
  private static final String ADMIN = TestTokens.admin("op1");

  private volatile JsonObject changes = new JsonObject();
  private volatile long version;

  private void tillKeeps(long next, String section, String settings) {
    changes =
        new JsonObject()
            .put(
                section,
                new JsonObject()
                    .put("settings", new JsonObject(settings))
                    .put("by", "op2")
                    .put("at", "2026-12-01T10:00:00Z"));
    version = next;
    till.answer(Addresses.GATE_GET, this::kept);
    till.answer(
        Addresses.GATE_SET, () -> new JsonObject().put("version", version).put("section", section));
  }

  private JsonObject kept() {
    return new JsonObject()
        .put("version", version)
        .put("sections", changes)
        .put(
            "till",
            new JsonObject()
                .put("window", new JsonObject().put("settings", new JsonObject().put("x", 1))));
  }

  private Reply put(String layer, String body) {
    return gate.send(
            gate.request("/admin/gate/" + layer, ADMIN)
                .header("Content-Type", "application/json")
                .PUT(BodyPublishers.ofString(body)))
        .join();
  }

  private Reply delete(String layer) {
    return gate.send(gate.request("/admin/gate/" + layer, ADMIN).DELETE()).join();
  }

  private JsonObject layer(String name) {
    JsonArray layers = gate.get("/admin/gate", ADMIN).json().getJsonArray("layers");
    return layers.stream()
        .map(JsonObject.class::cast)
        .filter(layer -> layer.getString("layer").equals(name))
        .findFirst()
        .orElseThrow();
  }

  private List<JsonObject> sent(String address) {
    return till.requests.stream()
        .filter(request -> request.getString("address").equals(address))
        .toList();
  }

  @Test
  @DisplayName("every layer is shown in order, with its settings, their defaults and its counts")
  void shows() {
    gate.buy("u1", ITEM);
    JsonObject shown = gate.get("/admin/gate", ADMIN).json();
    assertThat(shown.getString("countsOf")).isEqualTo("this gateway");
    assertThat(shown.getJsonArray("layers").stream().map(l -> ((JsonObject) l).getString("layer")))
        .containsSubsequence("address", "sold-out", "token", "bucket", "window", "admission");
    JsonObject bucket = layer("bucket");
    assertThat(bucket.getJsonObject("settings").getInteger("perSecond")).isEqualTo(100_000);
    assertThat(bucket.getJsonObject("default")).isEqualTo(bucket.getJsonObject("settings"));
    assertThat(bucket.getValue("changed")).isNull();
    assertThat(bucket.getJsonObject("counts").getLong("PASSED")).isEqualTo(1);
    assertThat(bucket.getBoolean("changeable")).isTrue();
    assertThat(layer("token").getBoolean("changeable")).isFalse();
  }

  @Test
  @DisplayName("a change goes to the till in the operator's name and holds here at once")
  void changes() {
    tillKeeps(5, "bucket", "{\"perSecond\": 0}");
    Reply reply = put("bucket", "{\"perSecond\": 0}");
    assertThat(reply.status()).isEqualTo(200);
    assertThat(reply.json().getString("layer")).isEqualTo("bucket");
    assertThat(sent(Addresses.GATE_SET))
        .containsExactly(
            new JsonObject()
                .put("section", "bucket")
                .put("settings", new JsonObject().put("perSecond", 0))
                .put("actor", "op1")
                .put("address", Addresses.GATE_SET));
    assertThat(gate.buy("u1", ITEM).code()).isEqualTo("RATE_LIMITED");
    JsonObject bucket = layer("bucket");
    assertThat(bucket.getJsonObject("settings").getInteger("perSecond")).isZero();
    assertThat(bucket.getJsonObject("default").getInteger("perSecond")).isEqualTo(100_000);
    assertThat(bucket.getJsonObject("changed").getString("by")).isEqualTo("op2");
    assertThat(layer("window").getJsonObject("settings").getInteger("x")).isEqualTo(1);
  }

  @Test
  @DisplayName("a change that this gateway cannot go by is told with the reason, and not in force")
  void tellsWhatItRefuses() {
    tillKeeps(5, "challenge", "{\"kind\": \"QUIZ\"}");
    Reply reply = put("challenge", "{\"kind\": \"QUIZ\"}");
    assertThat(reply.json().getString("refused")).contains("started without questions");
    JsonObject challenge = layer("challenge");
    assertThat(challenge.getString("refused")).contains("started without questions");
    assertThat(challenge.getJsonObject("settings").getString("kind")).isEqualTo("SUM");
    assertThat(challenge.getJsonObject("changed").getJsonObject("settings").getString("kind"))
        .isEqualTo("QUIZ");
    changes = new JsonObject();
    version = 6;
    assertThat(delete("challenge").json().containsKey("refused")).isFalse();
    assertThat(layer("challenge").containsKey("refused")).isFalse();
  }

  @Test
  @DisplayName("a layer can be named by its section, and goes back to the file")
  void resets() {
    tillKeeps(5, "board", "{\"enabled\": false}");
    assertThat(put("sold-out", "{\"enabled\": false}").status()).isEqualTo(200);
    assertThat(layer("sold-out").getJsonObject("settings").getBoolean("enabled")).isFalse();
    changes = new JsonObject();
    version = 6;
    assertThat(delete("board").status()).isEqualTo(200);
    assertThat(sent(Addresses.GATE_SET).get(1).getValue("settings")).isNull();
    assertThat(layer("sold-out").getJsonObject("settings").getBoolean("enabled")).isTrue();
  }

  @Test
  @DisplayName(
      "a change made elsewhere holds here even if the news is lost, and stays while the till is away")
  void looksByItself() {
    tillKeeps(5, "bucket", "{\"perSecond\": 0}");
    await().until(() -> "RATE_LIMITED".equals(gate.buy("u1", ITEM).code()));
    till.fail(Addresses.GATE_GET, Outcome.DEGRADED, "Redis is away");
    assertThat(gate.buy("u1", ITEM).code()).isEqualTo("RATE_LIMITED");
    assertThat(layer("bucket").getJsonObject("settings").getInteger("perSecond")).isZero();
    tillKeeps(6, "board", "{}");
    vertx.eventBus().publish(Addresses.EVENT_GATE, new JsonObject().put("version", 6));
    await().until(() -> "ACCEPTED".equals(gate.buy("u2", ITEM).code()));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          bucket   | {"perSecnd": 5}     | 400 | unknown setting bucket.perSecnd
          bucket   | {"perSecond": "5"}  | 400 | bucket.perSecond (SECKILL_BUCKET_PER_SECOND) must be a number
          bucket   | {"perSecond": -1}   | 400 | bucket.perSecond
          bucket   | {}                  | 400 | at least one setting of bucket
          bucket   | [1]                 | 400 | must be a JSON object
          window   | {"enabled": 1}      | 400 | window.enabled
          address  | {"trustedProxies": ["10.0.0.0/8", "nonsense"]} | 400 | is no IP address
          address  | {"trustedProxies": ["0.0.0.0/0"]} | 400 | would be every address
          address-limit | {"enabled": true, "perSecond": 0} | 400 | would refuse operators, too
          address-limit | {"perSecond": 1000, "maxTracked": 10000000} | 400 | addressLimit.perSecond times
          address-limit | {"enabled": true, "perSecond": 50, "maxTracked": 10000000} | 400 | MB for it while running
          risk     | {"tracked": 67108864} | 400 | risk.tracked would take
          token    | {"secret": "x"}     | 409 | layer token has no settings to change
          kitchen  | {"enabled": true}   | 404 | the gate has no layer 'kitchen'
          """)
  @DisplayName(
      "a wrong or unknown setting, or a layer that cannot be changed, never reaches the till")
  void refuses(String layer, String body, int status, String message) {
    Reply reply = put(layer, body);
    assertThat(reply.status()).isEqualTo(status);
    assertThat(reply.json().getString("detail")).contains(message);
    assertThat(sent(Addresses.GATE_SET)).isEmpty();
  }

  @Test
  @DisplayName("only an admin sees or changes the gate")
  void needsTheRole() {
    String buyer = TestTokens.of("u1");
    assertThat(gate.get("/admin/gate", buyer).code()).isEqualTo("FORBIDDEN");
    assertThat(gate.get("/admin/gate", null).code()).isEqualTo("UNAUTHENTICATED");
    assertThat(gate.send(gate.request("/admin/gate/bucket", buyer).DELETE()).join().code())
        .isEqualTo("FORBIDDEN");
  }

  @Test
  @DisplayName(
      "without the till a change is refused and the gateway's layers are shown all the same")
  void withoutTill() {
    till.leave();
    assertThat(put("bucket", "{\"perSecond\": 5}").code()).isEqualTo("DEGRADED");
    assertThat(layer("bucket").getJsonObject("settings").getInteger("perSecond"))
        .isEqualTo(100_000);
    assertThat(layer("window").getValue("settings")).isNull();
  }
}
