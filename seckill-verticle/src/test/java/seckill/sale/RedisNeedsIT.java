package seckill.sale;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import io.vertx.junit5.VertxExtension;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import seckill.config.RedisSettings;
import seckill.config.SettingsLoader;
import seckill.contract.Addresses;
import seckill.contract.ItemGate;
import seckill.contract.Outcome;
import seckill.runtime.RedisLink;
import seckill.testkit.CommandsInCode;
import seckill.testkit.MySqlExtension;
import seckill.testkit.RedisUser;
import seckill.testkit.TestMySql;
import seckill.testkit.TestRedis;
import seckill.testkit.TestVertx;

/** What the user of Redis must be allowed to do, no less and no more. */
@ExtendWith({VertxExtension.class, MySqlExtension.class})
class RedisNeedsIT {
  private static final String KEYS = "seckill:*";

  private final TestRedis redis = TestRedis.dedicated();

  @AfterEach
  void close() {
    redis.close();
  }

  private RedisLink link(Vertx vertx, RedisUser user) {
    JsonObject section = new JsonObject().put("url", user.url());
    RedisLink link =
        new RedisLink(
            vertx,
            RedisSettings.of(
                new SettingsLoader("seckill")
                    .load(new JsonObject().put("redis", section), Map.of())),
            "needs");
    TestVertx.await(link.connect());
    return link;
  }

  @Test
  @DisplayName("the list of rights names each command of the code and of the scripts, and no other")
  void listIsWhole() {
    Set<String> code = new TreeSet<>(CommandsInCode.of(Path.of("")));
    code.removeAll(Set.of("config|get", "wait"));
    // The link and the checks that every service has.
    code.addAll(Set.of("ping", "info", "time", "eval", "evalsha", "set"));
    assertThat(new TreeSet<>(RedisNeeds.COMMANDS)).isEqualTo(code);
  }

  @Test
  @DisplayName("the documents give this very list for the ACL")
  void documented() throws IOException {
    String rule =
        "user seckill on >PASSWORD ~seckill:* -@all "
            + RedisNeeds.COMMANDS.stream().map(name -> "+" + name).collect(Collectors.joining(" "));
    assertThat(Files.readString(Path.of("../docs/operations.md"))).contains(rule);
  }

  @Test
  @DisplayName("each right that is missing is named, and so is each kind of key")
  void eachIsNamed(Vertx vertx) {
    RedisUser user = new RedisUser(redis, KEYS, RedisNeeds.COMMANDS);
    RedisLink link = link(vertx, user);
    TestVertx.await(RedisNeeds.require(link));
    for (String command : RedisNeeds.COMMANDS) {
      user.change("-" + command);
      assertThatThrownBy(() -> TestVertx.await(RedisNeeds.require(link)))
          .hasMessageContaining("+" + command + " ")
          .hasMessageNotContaining("~seckill:{");
      user.change("+" + command);
    }
    user.change("resetkeys", "~seckill:{*", "~seckill:rights");
    assertThatThrownBy(() -> TestVertx.await(RedisNeeds.require(link)))
        .hasMessageContainingAll("~seckill:rate:global", "~seckill:items", "~seckill:rate:user:{")
        .hasMessageNotContaining("~seckill:{0}");
    await().until(() -> redis.command("KEYS", "*").size() == 0);
    TestVertx.await(link.close());
  }

  @Test
  @DisplayName(
      "a user with these rights sells, whatever is asked for, and no key leaves the prefix")
  void sells(TestMySql mysql) {
    RedisUser user = new RedisUser(redis, "north:*", RedisNeeds.COMMANDS);
    JsonObject settings =
        new JsonObject()
            .put("redis", new JsonObject().put("url", user.url()).put("keyPrefix", "north:"))
            .put("window", new JsonObject().put("enabled", true))
            .put("sale", new JsonObject().put("itemRefreshMillis", 100));
    try (Till till = Till.open(redis, mysql, settings)) {
      till.sell(1001, 5);
      assertThat(till.buy(1001, "u1").outcome()).isEqualTo(Outcome.ACCEPTED);
      Instant now = Instant.now();
      till.create(
          Till.item(
              1002,
              5,
              new ItemGate(
                  true,
                  ItemGate.ChallengeMode.AUTO,
                  new ItemGate.Reservation(now.minusSeconds(60), now.plusSeconds(600)))));
      till.preheat(1002);
      JsonObject u2 = Till.forItem(1002).put("userId", "u2");
      till.ask(Addresses.RESERVATION_MAKE, u2);
      till.ask(Addresses.QUEUE_JOIN, u2);
      await()
          .atMost(Duration.ofSeconds(60))
          .until(() -> till.buy(1002, "u2").outcome() == Outcome.ACCEPTED);
      till.ask(
          Addresses.BUCKET_LEASE,
          new JsonObject().put("perSecond", 10).put("burst", 10).put("want", 1));
      till.ask(
          Addresses.BLACKLIST_ADD,
          new JsonObject().put("kind", "USER").put("value", "u9").put("actor", "olga"));
      till.ask(Addresses.BLACKLIST_LIST, new JsonObject());
      till.ask(
          Addresses.GATE_SET,
          new JsonObject()
              .put("section", "window")
              .put("settings", new JsonObject().put("limit", 99))
              .put("actor", "olga"));
      till.ask(
          Addresses.ITEM_RESTOCK,
          Till.forItem(1001).put("requestId", "r").put("units", 1).put("actor", "olga"));
      till.admin(Addresses.ITEM_PAUSE, 1001);
      till.ask(Addresses.SALE_PAUSE, new JsonObject().put("actor", "olga"));
      till.ask(Addresses.SALE_RESUME, new JsonObject().put("actor", "olga"));
      till.admin(Addresses.ITEM_RESUME, 1001);
      till.ask(Addresses.ITEM_RECOVER, Till.forItem(1001).put("actor", "olga"));
      assertThat(till.buy(1001, "u3").outcome()).isEqualTo(Outcome.ACCEPTED);
      assertThat(TestVertx.await(till.health.ready()).getString("status")).isEqualTo("UP");
      assertThat(redis.command("KEYS", "*"))
          .isNotEmpty()
          .allSatisfy(key -> assertThat(key.toString()).startsWith("north:"));
      assertThat(redis.command("INFO", "errorstats").toString()).doesNotContain("NOPERM");
    }
  }

  @Test
  @DisplayName("a service whose user lacks a right does not start, and says which")
  void doesNotStart(TestMySql mysql) {
    RedisUser user = new RedisUser(redis, "seckill:{*", RedisNeeds.COMMANDS);
    user.change("-zadd", "~seckill:rights");
    JsonObject settings = new JsonObject().put("redis", new JsonObject().put("url", user.url()));
    assertThatThrownBy(() -> Till.open(redis, mysql, settings))
        .hasMessageContainingAll(
            "lacks rights in Redis that the seckill service needs",
            "+zadd",
            "~seckill:rate:global");
  }
}
