package seckill.sale;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.vertx.core.Future;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Row;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import seckill.contract.Addresses;
import seckill.contract.Outcome;
import seckill.testkit.MySqlExtension;
import seckill.testkit.RedisExtension;
import seckill.testkit.TestMySql;
import seckill.testkit.TestRedis;
import seckill.testkit.TestVertx;

@ExtendWith({RedisExtension.class, MySqlExtension.class})
class BlacklistIT {
  private TestRedis redis;
  private TestMySql mysql;
  private Till till;

  @BeforeEach
  void open(TestRedis redis, TestMySql mysql) {
    this.redis = redis;
    this.mysql = mysql;
    till = Till.open(redis, mysql, Till.sale("maxBlacklist", 3000));
  }

  @AfterEach
  void close() {
    till.close();
  }

  private static JsonObject entry(String kind, String value) {
    return new JsonObject().put("kind", kind).put("value", value).put("actor", "op1");
  }

  private JsonObject add(String kind, String value) {
    return till.ask(Addresses.BLACKLIST_ADD, entry(kind, value).put("reason", "a bot"));
  }

  private JsonObject list(JsonObject request) {
    return till.ask(Addresses.BLACKLIST_LIST, request);
  }

  private List<String> values() {
    return list(new JsonObject()).getJsonArray("entries").stream()
        .map(entry -> ((JsonObject) entry).getString("value"))
        .sorted()
        .toList();
  }

  @Test
  @DisplayName("entries are kept in their one spelling with who, when and why")
  void keepsEntries() {
    JsonObject added = add("ADDRESS", "2001:DB8:0:0:0:0:0:1");
    add("NETWORK", "198.51.100.0/24");
    add("USER", "u1");

    assertThat(added.getString("value")).isEqualTo("2001:db8::1");
    assertThat(added.getString("by")).isEqualTo("op1");
    assertThat(added.getString("reason")).isEqualTo("a bot");
    assertThat(Instant.parse(added.getString("at"))).isBefore(Instant.now().plusSeconds(1));
    assertThat(values()).containsExactly("198.51.100.0/24", "2001:db8::1", "u1");
    assertThat(redis.number("HEXISTS", Till.BLACKLIST, "address:2001:db8::1")).isEqualTo(1);
  }

  @Test
  @DisplayName("the same thing in another spelling is the same entry")
  void knowsSpellings() {
    add("ADDRESS", "203.0.113.5");
    add("ADDRESS", "::ffff:203.0.113.5");
    add("NETWORK", "203.0.113.5/32");
    assertThat(values()).containsExactly("203.0.113.5");

    till.ask(Addresses.BLACKLIST_REMOVE, entry("ADDRESS", "::FFFF:203.0.113.5"));
    assertThat(values()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"kind\":\"ADDRESS\",\"value\":\"203.0.113.5:80\"}",
        "{\"kind\":\"ADDRESS\",\"value\":\" 203.0.113.5\"}",
        "{\"kind\":\"ADDRESS\",\"value\":\"203.0.113.005\"}",
        "{\"kind\":\"NETWORK\",\"value\":\"0.0.0.0/0\"}",
        "{\"kind\":\"NETWORK\",\"value\":\"198.51.100.77/24\"}",
        "{\"kind\":\"USER\",\"value\":\"\"}",
        "{\"kind\":\"ADDRESS\",\"value\":203}",
        "{\"kind\":\"USER\",\"value\":\"u1\",\"until\":\"2020-01-01T00:00:00Z\"}",
        "{\"kind\":\"USER\",\"value\":\"u1\",\"until\":\"tomorrow\"}",
        "{\"kind\":\"USER\",\"value\":\"u1\",\"reason\":\"a\\u0000b\"}",
        "{\"kind\":\"USER\",\"value\":\"u1\",\"why\":\"x\"}",
        "{\"kind\":\"USER\",\"value\":\"u1\",\"actor\":\"\"}"
      })
  @DisplayName("a malformed entry is refused, and the list stays as it was")
  void refusesMalformed(String json) {
    JsonObject request = new JsonObject().put("actor", "op1").mergeIn(new JsonObject(json));

    assertThat(Till.failure(till.send(Addresses.BLACKLIST_ADD, request)))
        .isEqualTo(Outcome.BAD_REQUEST);
    assertThat(redis.number("EXISTS", Till.BLACKLIST)).isZero();
  }

  @Test
  @DisplayName("every change gives a later version, and who knows the version hears no list")
  void hasVersions() {
    long first = add("USER", "u1").getLong("version");
    long again = add("USER", "u1").getLong("version");
    long removed = till.ask(Addresses.BLACKLIST_REMOVE, entry("USER", "u1")).getLong("version");

    assertThat(first).isPositive().isLessThan(again);
    assertThat(again).isLessThan(removed);
    assertThat(list(new JsonObject().put("version", removed)))
        .isEqualTo(new JsonObject().put("version", removed).put("unchanged", true));
    assertThat(list(new JsonObject().put("version", again)).getJsonArray("entries")).isEmpty();
    redis.command("DEL", Till.BLACKLIST);
    assertThat(list(new JsonObject().put("version", removed)).getLong("version")).isZero();
    assertThat(add("USER", "u2").getLong("version")).isGreaterThan(removed);
  }

  @Test
  @DisplayName("each change is told with the version it was made to")
  void tellsChanges() {
    List<JsonObject> heard = new CopyOnWriteArrayList<>();
    TestVertx.await(
        till.vertx
            .eventBus()
            .<JsonObject>consumer(Addresses.EVENT_BLACKLIST, news -> heard.add(news.body()))
            .completion());

    long first = add("NETWORK", "198.51.100.0/24").getLong("version");
    long second =
        till.ask(Addresses.BLACKLIST_REMOVE, entry("NETWORK", "198.51.100.0/24"))
            .getLong("version");

    await().until(() -> heard.size() == 2);
    JsonObject key = new JsonObject().put("kind", "NETWORK").put("value", "198.51.100.0/24");
    assertThat(heard.get(0)).isEqualTo(key.copy().put("version", first).put("before", 0));
    assertThat(heard.get(1))
        .isEqualTo(key.copy().put("removed", true).put("version", second).put("before", first));
  }

  @Test
  @DisplayName("what is not there cannot be taken off")
  void tellsAbsence() {
    assertThat(Till.failure(till.send(Addresses.BLACKLIST_REMOVE, entry("USER", "u1"))))
        .isEqualTo(Outcome.NOT_FOUND);
  }

  @Test
  @DisplayName("every change is audited with who, the old and the new value, refused ones too")
  void audits() {
    add("USER", "u1");
    till.ask(Addresses.BLACKLIST_ADD, entry("USER", "u1").put("reason", "another"));
    till.ask(Addresses.BLACKLIST_REMOVE, entry("USER", "u1"));
    Till.failure(till.send(Addresses.BLACKLIST_REMOVE, entry("USER", "u1")));

    List<Row> rows = new ArrayList<>();
    mysql
        .query("SELECT actor, action, outcome, detail FROM admin_audit ORDER BY id")
        .forEach(rows::add);
    assertThat(rows)
        .extracting(row -> row.getString("action") + " " + row.getString("outcome"))
        .containsExactly(
            "blacklist-add OK",
            "blacklist-add OK",
            "blacklist-remove OK",
            "blacklist-remove NOT_FOUND");
    assertThat(rows).allMatch(row -> row.getBuffer("actor").toString().equals("op1"));
    JsonObject changed = new JsonObject(rows.get(1).getString("detail"));
    assertThat(changed.getJsonObject("old").getString("reason")).isEqualTo("a bot");
    assertThat(changed.getJsonObject("new").getString("reason")).isEqualTo("another");
    JsonObject removed = new JsonObject(rows.get(2).getString("detail"));
    assertThat(removed.getJsonObject("old").getString("reason")).isEqualTo("another");
    assertThat(removed.getValue("new")).isNull();
  }

  @Test
  @DisplayName("a temporary entry is told with its end, and is gone from the list after it")
  void endsTemporaryEntries() {
    String until = "2099-01-01T00:00:00Z";
    till.ask(Addresses.BLACKLIST_ADD, entry("USER", "u1").put("until", until));
    JsonObject brief =
        list(new JsonObject().put("brief", true)).getJsonArray("entries").getJsonObject(0);
    assertThat(brief)
        .isEqualTo(new JsonObject().put("kind", "USER").put("value", "u1").put("until", until));

    String field = "user:u2";
    String over =
        new JsonObject()
            .put("by", "x")
            .put("at", until)
            .put("until", "2020-01-01T00:00:00Z")
            .encode();
    redis.command("HSET", Till.BLACKLIST, field, over);
    assertThat(values()).containsExactly("u1");
    await().until(() -> redis.number("HEXISTS", Till.BLACKLIST, field) == 0);
  }

  @ParameterizedTest
  @ValueSource(strings = {"18446744073709551616", "-1", "1.5", "x", ""})
  @DisplayName("a cursor that nobody was given is the caller's fault, and not one of the stores")
  void refusesCursors(String cursor) {
    JsonObject request = new JsonObject().put("cursor", cursor);
    assertThat(Till.failure(till.send(Addresses.BLACKLIST_LIST, request)))
        .isEqualTo(Outcome.BAD_REQUEST);
  }

  @Test
  @DisplayName("a long list is told in pages without losing an entry, and there is a limit to it")
  void pages() {
    Set<String> wanted = new HashSet<>();
    List<String> fields = new ArrayList<>(List.of(Till.BLACKLIST, "version", "1"));
    for (int i = 0; i < 3000; i++) {
      wanted.add("u" + i);
      fields.addAll(List.of("user:u" + i, "{}"));
    }
    redis.command("HSET", fields.toArray(String[]::new));

    Set<String> seen = new HashSet<>();
    int pages = 0;
    String cursor = null;
    do {
      JsonObject page = list(new JsonObject().put("cursor", cursor).put("limit", 100));
      JsonArray entries = page.getJsonArray("entries");
      assertThat(entries.size()).isLessThan(300);
      entries.forEach(entry -> seen.add(((JsonObject) entry).getString("value")));
      cursor = page.getString("cursor");
      pages++;
    } while (cursor != null);

    assertThat(seen).isEqualTo(wanted);
    assertThat(pages).isGreaterThan(10);
    assertThat(Till.failure(till.send(Addresses.BLACKLIST_ADD, entry("USER", "one more"))))
        .isEqualTo(Outcome.CONFLICT);
    add("USER", "u1");
  }

  @Test
  @DisplayName("of many changes at once each is either made and audited, or refused and not made")
  void auditsBursts() {
    List<Future<JsonObject>> sent = new ArrayList<>();
    for (int i = 0; i < 500; i++) {
      sent.add(
          till.send(
              Addresses.BLACKLIST_ADD,
              entry("NETWORK", "10." + i / 250 + "." + i % 250 + ".0/24")));
    }
    TestVertx.await(Future.join(sent).otherwiseEmpty());

    long made = sent.stream().filter(Future::succeeded).count();
    assertThat(made).isPositive();
    assertThat(sent.stream().filter(Future::failed))
        .allMatch(refused -> Till.failure(refused) == Outcome.BUSY);
    assertThat(values()).hasSize((int) made);
    assertThat(mysql.number("SELECT COUNT(*) FROM admin_audit WHERE outcome = 'OK'"))
        .isEqualTo(made);
  }

  @Test
  @DisplayName(
      "who is blocked is shown out of every queue, and is blocked even if nobody can do that")
  void showsOut() {
    add("USER", "u1");
    List<JsonObject> asked = new CopyOnWriteArrayList<>();
    // Listened to on the way: the waiting room of this till answers, too.
    till.vertx
        .eventBus()
        .<JsonObject>addOutboundInterceptor(
            delivery -> {
              if (delivery.message().address().equals(Addresses.QUEUE_LEAVE)) {
                asked.add(delivery.message().body());
              }
              delivery.next();
            });

    add("USER", "u2");
    add("ADDRESS", "203.0.113.5");

    assertThat(asked).containsExactly(new JsonObject().put("userId", "u2").put("everywhere", true));
    assertThat(values()).contains("u1", "u2");
  }
}
