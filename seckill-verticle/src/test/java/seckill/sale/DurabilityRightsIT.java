package seckill.sale;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.vertx.core.json.JsonObject;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import seckill.testkit.MySqlExtension;
import seckill.testkit.TestMySql;
import seckill.testkit.TestRedis;
import seckill.testkit.TestVertx;

/** A user of Redis who may not do what a level of durability needs. */
@ExtendWith(MySqlExtension.class)
class DurabilityRightsIT {
  private static JsonObject asUser(TestRedis redis, String... rules) {
    redis.command(
        "ACL",
        Stream.concat(
                Stream.of("SETUSER", "till", "on", ">secret", "~*", "+@all"), Stream.of(rules))
            .toArray(String[]::new));
    return new JsonObject()
        .put("redis", new JsonObject().put("url", redis.url().replace("://", "://till:secret@")));
  }

  @Test
  @DisplayName("a user who may not wait, or not read the settings, hears that and no word of disks")
  void lacksTheRight(TestMySql mysql) {
    try (TestRedis redis =
        TestRedis.dedicated("--appendonly", "yes", "--appendfsync", "always", "--save", "")) {
      JsonObject noWait = asUser(redis, "-wait");
      assertThatThrownBy(
              () -> Till.open(redis, mysql, DurabilityIT.level("replica").mergeIn(noWait, true)))
          .hasMessageStartingWith("durability.level replica cannot be given: ")
          .hasMessageContainingAll("lacks a right", "NOPERM", "wait");
      JsonObject noConfig = asUser(redis, "+wait", "-config");
      assertThatThrownBy(
              () -> Till.open(redis, mysql, DurabilityIT.level("disk").mergeIn(noConfig, true)))
          .hasMessageStartingWith("durability.level disk cannot be given: ")
          .hasMessageContainingAll("CONFIG GET", "lacks a right", "NOPERM");
    }
  }

  @Test
  @DisplayName("a right to wait that is taken away while selling is told as that: NOPERM")
  void losesTheRight(TestMySql mysql) {
    try (TestRedis main = DurabilityIT.main();
        TestRedis replica = DurabilityIT.replicaOf(main)) {
      JsonObject user = asUser(main);
      try (Till till = Till.open(main, mysql, DurabilityIT.level("replica").mergeIn(user, true))) {
        DurabilityIT.awaitCheck(till, "UP");
        main.command("ACL", "SETUSER", "till", "-wait");
        await()
            .atMost(DurabilityIT.PATIENCE)
            .untilAsserted(
                () ->
                    assertThat(
                            TestVertx.await(till.health.ready())
                                .getJsonObject("checks")
                                .getString("durability"))
                        .contains("NOPERM")
                        .doesNotContain("fewer than"));
        main.command("ACL", "SETUSER", "till", "+wait");
        DurabilityIT.awaitCheck(till, "UP");
      }
    }
  }
}
