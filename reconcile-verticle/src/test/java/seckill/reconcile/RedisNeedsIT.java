package seckill.reconcile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import io.vertx.junit5.VertxExtension;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
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
                new SettingsLoader("reconcile")
                    .load(new JsonObject().put("redis", section), Map.of())),
            "needs");
    TestVertx.await(link.connect());
    return link;
  }

  @Test
  @DisplayName("the list of rights names each command of the code and of the scripts, and no other")
  void listIsWhole() {
    Set<String> code = new TreeSet<>(CommandsInCode.of(Path.of("")));
    code.removeAll(Set.of());
    // The link and the checks that every service has.
    code.addAll(Set.of("ping", "info", "time", "eval", "evalsha", "set"));
    assertThat(new TreeSet<>(RedisNeeds.COMMANDS)).isEqualTo(code);
  }

  @Test
  @DisplayName("the documents give this very list for the ACL")
  void documented() throws IOException {
    String rule =
        "user reconcile on >PASSWORD ~seckill:* -@all "
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
  @DisplayName("a user with these rights reconciles a sale")
  void reconciles(TestMySql mysql) {
    RedisUser user = new RedisUser(redis, KEYS, RedisNeeds.COMMANDS);
    try (Node node = Node.start(redis, mysql, "redis.url", user.url())) {
      Sale sale = new Sale(redis, mysql, 1001, 20);
      JsonObject report = node.run(1001);
      assertThat(report.getString("verdict")).as("%s %s", report, sale).isEqualTo("BALANCED");
      assertThat(redis.command("INFO", "errorstats").toString()).doesNotContain("NOPERM");
    }
  }
}
