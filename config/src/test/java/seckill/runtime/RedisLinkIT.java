package seckill.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import io.vertx.junit5.VertxExtension;
import io.vertx.redis.client.Response;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import seckill.config.RedisSettings;
import seckill.config.SettingsLoader;
import seckill.testkit.RedisExtension;
import seckill.testkit.TestRedis;
import seckill.testkit.TestVertx;

@ExtendWith({VertxExtension.class, RedisExtension.class})
class RedisLinkIT {
  private static final LuaScript SCRIPT = LuaScript.of("add", "return ARGV[1] + ARGV[2]");

  @Test
  @DisplayName("a script that the server has forgotten is sent again and then known")
  void survivesScriptFlush(Vertx vertx, TestRedis redis) {
    RedisLink link = new RedisLink(vertx, settings(redis), "test");
    TestVertx.await(link.connect());

    assertThat(run(link).toInteger()).isEqualTo(5);
    redis.command("SCRIPT", "FLUSH");
    assertThat(run(link).toInteger()).isEqualTo(5);
    assertThat(redis.command("SCRIPT", "EXISTS", SCRIPT.sha1()).get(0).toInteger()).isEqualTo(1);
    TestVertx.await(link.close());
  }

  @Test
  @DisplayName("a forgotten script is sent once per connection, not once per call under way")
  void reloadsOnce(Vertx vertx, TestRedis redis) {
    RedisLink link = new RedisLink(vertx, settings(redis), "test");
    TestVertx.await(link.connect());
    run(link);
    for (int round = 0; round < 3; round++) {
      redis.command("SCRIPT", "FLUSH");
      redis.command("CONFIG", "RESETSTAT");
      List<Future<Response>> calls = new ArrayList<>();
      for (int i = 0; i < 50; i++) {
        calls.add(link.eval(SCRIPT, List.of(), List.of("2", "3")));
      }
      TestVertx.await(Future.all(calls));
      assertThat(redis.command("INFO", "commandstats").toString())
          .contains("cmdstat_eval:calls=1,");
    }
    TestVertx.await(link.close());
  }

  private static Response run(RedisLink link) {
    return TestVertx.await(link.eval(SCRIPT, List.of(), List.of("2", "3")));
  }

  private static RedisSettings settings(TestRedis redis) {
    JsonObject document = new JsonObject().put("redis", new JsonObject().put("url", redis.url()));
    return RedisSettings.of(new SettingsLoader("seckill").load(document, Map.of()));
  }
}
