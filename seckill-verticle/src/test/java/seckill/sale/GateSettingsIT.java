package seckill.sale;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.vertx.core.Future;
import io.vertx.core.eventbus.ReplyException;
import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import seckill.contract.Addresses;
import seckill.contract.Outcome;
import seckill.contract.RedisKeys;
import seckill.testkit.MySqlExtension;
import seckill.testkit.RedisExtension;
import seckill.testkit.TestMySql;
import seckill.testkit.TestRedis;
import seckill.testkit.TestVertx;

/** Settings of the gate that operators change while the till runs. */
@ExtendWith({RedisExtension.class, MySqlExtension.class})
class GateSettingsIT {
  private static final JsonObject WINDOW =
      new JsonObject().put("window", new JsonObject().put("enabled", true));

  private TestRedis redis;
  private TestMySql mysql;
  private Till till;

  @BeforeEach
  void open(TestRedis redis, TestMySql mysql) {
    this.redis = redis;
    this.mysql = mysql;
    till = Till.open(redis, mysql, Till.sale("instances", 2).mergeIn(WINDOW));
  }

  @AfterEach
  void close() {
    till.close();
  }

  private Future<JsonObject> set(String section, JsonObject settings) {
    return till.send(
        Addresses.GATE_SET,
        new JsonObject().put("section", section).put("settings", settings).put("actor", "ops"));
  }

  private JsonObject change(String section, String settings) {
    return TestVertx.await(set(section, settings == null ? null : new JsonObject(settings)));
  }

  private JsonObject get() {
    return till.ask(Addresses.GATE_GET, new JsonObject());
  }

  private JsonObject changed(String section) {
    JsonObject change = get().getJsonObject("sections").getJsonObject(section);
    return change == null ? null : change.getJsonObject("settings");
  }

  @Test
  @DisplayName(
      "what is changed adds up setting by setting, with who and when, until it is taken back")
  void changes() {
    assertThat(get().getLong("version")).isZero();
    JsonObject first = change("bucket", "{\"perSecond\": 500}");
    assertThat(first.getJsonObject("change").getString("by")).isEqualTo("ops");
    assertThat(first.getJsonObject("change").getInstant("at")).isNotNull();
    JsonObject second = change("bucket", "{\"burst\": 7, \"enabled\": false}");
    assertThat(second.getLong("version")).isGreaterThan(first.getLong("version"));
    assertThat(changed("bucket"))
        .isEqualTo(new JsonObject("{\"perSecond\": 500, \"burst\": 7, \"enabled\": false}"));
    change("board", "{\"enabled\": false}");
    JsonObject back = change("bucket", null);
    assertThat(back.getValue("change")).isNull();
    assertThat(changed("bucket")).isNull();
    assertThat(changed("board")).isEqualTo(new JsonObject("{\"enabled\": false}"));
    assertThat(get().getLong("version")).isEqualTo(back.getLong("version"));
  }

  @Test
  @DisplayName("who knows the version is spared the rest, and hears everything once it differs")
  void versions() {
    long version = change("bucket", "{\"perSecond\": 1}").getLong("version");
    assertThat(till.ask(Addresses.GATE_GET, new JsonObject().put("version", version)))
        .isEqualTo(new JsonObject().put("version", version));
    assertThat(till.ask(Addresses.GATE_GET, new JsonObject().put("version", 0)).fieldNames())
        .contains("sections");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          bucket | {"perSecnd": 5}        | unknown setting bucket.perSecnd
          bucket | {"perSecond": "5"}     | bucket.perSecond (SECKILL_BUCKET_PER_SECOND) must be a number from 0
          bucket | {"perSecond": -1}      | bucket.perSecond
          bucket | {"perSecond": 1e300}   | bucket.perSecond
          bucket | {"perSecond": null}    | bucket.perSecond
          bucket | {"burst": 0.5}         | bucket.burst
          bucket | {"enabled": "true"}    | bucket.enabled
          window | {"enabled": 1}         | window.enabled
          bucket | {"perSecond": 5, "x": 1} | unknown setting bucket.x
          """)
  @DisplayName("a wrong or unknown setting is refused by its name, and nothing changes")
  void refusesWrongSettings(String section, String settings, String message) {
    refused(set(section, new JsonObject(settings)), Outcome.BAD_REQUEST, message);
    assertThat(get().getLong("version")).isZero();
    assertThat(redis.number("EXISTS", RedisKeys.DEFAULT.gate())).isZero();
  }

  @Test
  @DisplayName("only sections of the gate can be changed, and only by somebody")
  void refusesOtherSections() {
    refused(set("redis", new JsonObject()), Outcome.NOT_FOUND, "no layer");
    refused(set("version", new JsonObject()), Outcome.NOT_FOUND, "no layer");
    refused(set(null, new JsonObject()), Outcome.NOT_FOUND, "no layer");
    refused(
        till.send(Addresses.GATE_SET, new JsonObject().put("section", "bucket")),
        Outcome.BAD_REQUEST,
        "actor");
  }

  private static void refused(Future<JsonObject> asked, Outcome outcome, String message) {
    try {
      TestVertx.await(asked);
    } catch (ReplyException e) {
      assertThat(Outcome.ofFailureCode(e.failureCode())).isEqualTo(outcome);
      assertThat(e).hasMessageContaining(message);
      return;
    }
    throw new AssertionError("taken: " + message);
  }

  @Test
  @DisplayName("changes of many operators at once all hold")
  void concurrentChanges() {
    List<Future<JsonObject>> sent = new ArrayList<>();
    sent.add(set("bucket", new JsonObject().put("perSecond", 5)));
    sent.add(set("bucket", new JsonObject().put("burst", 6)));
    sent.add(set("bucket", new JsonObject().put("leaseMillis", 7)));
    sent.add(set("window", new JsonObject().put("enabled", false)));
    sent.forEach(TestVertx::await);
    assertThat(changed("bucket"))
        .isEqualTo(new JsonObject("{\"perSecond\": 5, \"burst\": 6, \"leaseMillis\": 7}"));
    assertThat(changed("window")).isEqualTo(new JsonObject("{\"enabled\": false}"));
  }

  @Test
  @DisplayName("each change is written down with the old and the new value")
  void audited() {
    change("bucket", "{\"perSecond\": 5}");
    change("bucket", "{\"perSecond\": 6}");
    change("bucket", null);
    List<JsonObject> details = new ArrayList<>();
    mysql
        .query("SELECT detail FROM admin_audit WHERE action = 'gate-settings' ORDER BY id")
        .forEach(row -> details.add(new JsonObject(row.getString(0))));
    assertThat(details)
        .containsExactly(
            detail("{}", "{\"perSecond\": 5}"),
            detail("{\"perSecond\": 5}", "{\"perSecond\": 6}"),
            detail("{\"perSecond\": 6}", "{}"));
  }

  private static JsonObject detail(String old, String now) {
    return new JsonObject()
        .put("section", "bucket")
        .put("old", new JsonObject(old))
        .put("new", new JsonObject(now));
  }

  @Test
  @DisplayName("the till's own layers follow, told or not, and a change outlives the till")
  void tillFollows() {
    change("window", "{\"limit\": 77}");
    awaitLimit(77);
    // As if the news were lost: written past the till that would tell it.
    redis.command(
        "HSET", RedisKeys.DEFAULT.gate(), "version", "1", "window", "{\"settings\":{\"limit\":5}}");
    awaitLimit(5);
    change("window", "{\"limit\": 77}");
    till.close();
    till = Till.open(redis, mysql, WINDOW);
    assertThat(limit("settings")).isEqualTo(77);
    assertThat(limit("default")).isEqualTo(10);
  }

  @Test
  @DisplayName("a limit that is changed while running is the one that holds")
  void limitHolds() {
    till.sell(1, 10);
    change("window", "{\"enabled\": true, \"limit\": 0}");
    await().until(() -> till.buy(1, "u1").outcome() == Outcome.RATE_LIMITED);
    change("window", null);
    await().until(() -> till.buy(1, "u2").outcome() != Outcome.RATE_LIMITED);
  }

  private int limit(String kind) {
    return get()
        .getJsonObject("till")
        .getJsonObject("window")
        .getJsonObject(kind)
        .getInteger("limit");
  }

  private void awaitLimit(int limit) {
    await().until(() -> limit("settings") == limit);
  }

  @Test
  @DisplayName("nonsense in the key changes nothing, and does not keep others from changing")
  void nonsense() {
    redis.command(
        "HSET",
        RedisKeys.DEFAULT.gate(),
        "version",
        "x",
        "bucket",
        "{",
        "window",
        "{\"settings\":3}");
    assertThat(get().getJsonObject("sections").containsKey("bucket")).isFalse();
    change("bucket", "{\"perSecond\": 5}");
    assertThat(changed("bucket")).isEqualTo(new JsonObject("{\"perSecond\": 5}"));
    assertThat(limit("settings")).isEqualTo(10);
  }
}
