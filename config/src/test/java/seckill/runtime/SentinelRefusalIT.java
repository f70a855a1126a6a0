package seckill.runtime;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.vertx.core.Vertx;
import io.vertx.core.json.JsonArray;
import io.vertx.junit5.VertxExtension;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import seckill.config.ConfigException;
import seckill.testkit.TestRedis;
import seckill.testkit.TestVertx;

@ExtendWith(VertxExtension.class)
class SentinelRefusalIT {

  private static RedisLink asked(Vertx vertx, String masterName, TestRedis sentinel) {
    return new RedisLink(
        vertx,
        TestSettings.redis(
            "redis://unused.invalid:1",
            "sentinels",
            new JsonArray().add("127.0.0.1:1").add("127.0.0.1:" + sentinel.port()),
            "masterName",
            masterName,
            "startTimeoutMillis",
            300),
        "test");
  }

  @Test
  @DisplayName("a replica is refused, whoever names it, and so is a name that no sentinel knows")
  void refusals(Vertx vertx) {
    try (TestRedis replica = TestRedis.dedicated("--save", "", "--replicaof", "127.0.0.1 1");
        TestRedis sentinel = TestRedis.sentinel("sale", replica, 9)) {
      RedisLink named =
          new RedisLink(
              vertx, TestSettings.redis(replica.url(), "startTimeoutMillis", 300), "test");
      RedisLink told = asked(vertx, "sale", sentinel);
      for (RedisLink link : new RedisLink[] {named, told}) {
        assertThatThrownBy(() -> TestVertx.await(link.connect()))
            .hasMessage("cannot reach Redis: this Redis is a replica of another one (READONLY)");
      }
      assertThatThrownBy(() -> TestVertx.await(asked(vertx, "nobody", sentinel).connect()))
          .hasMessageContaining("no sentinel knows the master: ")
          .hasMessageContaining("No such master with that name");
      assertThatThrownBy(() -> asked(vertx, "", sentinel))
          .isInstanceOf(ConfigException.class)
          .hasMessageContaining("redis.masterName");
    }
  }
}
