package seckill.sale;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import seckill.contract.Addresses;
import seckill.contract.Outcome;
import seckill.contract.PurchaseResult;
import seckill.contract.RedisKeys;
import seckill.testkit.MySqlExtension;
import seckill.testkit.TestMySql;
import seckill.testkit.TestRedis;

@ExtendWith(MySqlExtension.class)
class ClusterIT {

  @Test
  @DisplayName("a Redis in cluster mode finds the keys of every call in one slot")
  void clusterMode(TestMySql mysql) {
    try (TestRedis redis = TestRedis.dedicated("--cluster-enabled", "yes", "--save", "")) {
      redis.command("CLUSTER", "ADDSLOTSRANGE", "0", "16383");
      await()
          .atMost(Duration.ofSeconds(60))
          .until(() -> redis.command("CLUSTER", "INFO").toString().contains("cluster_state:ok"));
      JsonObject window = new JsonObject().put("window", new JsonObject().put("enabled", true));
      try (Till till = Till.open(redis, mysql, window)) {
        till.sell(1001, 5);
        assertThat(till.buy(1001, "u1").outcome()).isEqualTo(Outcome.ACCEPTED);
        redis.command("DEL", RedisKeys.DEFAULT.of(1001).stock());
        assertThat(till.preheat(1001).getLong("stock")).isEqualTo(4);
        assertThat(till.buy(1001, "u1").outcome()).isEqualTo(Outcome.DUPLICATE);
        List<PurchaseResult> batch =
            till.buyAll(1001, List.of(Till.attempt(1001, "u1"), Till.attempt(1001, "u3")));
        assertThat(batch.stream().map(PurchaseResult::outcome))
            .containsExactly(Outcome.DUPLICATE, Outcome.ACCEPTED);
        till.ask(Addresses.SALE_PAUSE, new JsonObject().put("actor", "operator"));
        assertThat(till.buy(1001, "u2").outcome()).isEqualTo(Outcome.PAUSED);
        till.ask(Addresses.SALE_RESUME, new JsonObject().put("actor", "operator"));
        till.admin(Addresses.ITEM_PAUSE, 1001);
        assertThat(till.buy(1001, "u2").outcome()).isEqualTo(Outcome.PAUSED);
        till.assertBalanced(1001, 5);
      }
    }
  }
}
