package seckill.sale;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Row;
import java.time.Instant;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import seckill.contract.Addresses;
import seckill.contract.ItemGate;
import seckill.contract.ItemSpec;
import seckill.contract.OrderRules;
import seckill.contract.Outcome;
import seckill.testkit.MySqlExtension;
import seckill.testkit.RedisExtension;
import seckill.testkit.TestMySql;
import seckill.testkit.TestRedis;

@ExtendWith({RedisExtension.class, MySqlExtension.class})
class OrderRulesIT {

  private static ItemSpec item(long itemId, OrderRules rules) {
    Instant now = Instant.now();
    return new ItemSpec(
        itemId, "s", "n", 1, 1, now.minusSeconds(60), now.plusSeconds(60), ItemGate.OPEN, rules);
  }

  private static JsonObject preheat(long itemId) {
    return new JsonObject().put("itemId", Long.toString(itemId)).put("actor", "operator");
  }

  @Test
  @DisplayName(
      "rules for unpaid orders are kept with their item, and shown; those left out stay open")
  void keepsRules(TestRedis redis, TestMySql mysql) {
    try (Till till = Till.open(redis, mysql)) {
      till.create(item(1, new OrderRules(60, 2)));
      till.create(item(2, new OrderRules(null, 0)));
      till.create(item(3, OrderRules.USUAL));
      for (long itemId = 1; itemId <= 3; itemId++) {
        till.preheat(itemId);
      }
      assertThat(mysql.number("SELECT COUNT(*) FROM order_rule")).isEqualTo(2);
      Row second = mysql.query("SELECT * FROM order_rule WHERE item_id = 2").iterator().next();
      assertThat(second.getInteger("pay_within_seconds")).isNull();
      assertThat(second.getInteger("max_lapses")).isZero();
      assertThat(till.ask(Addresses.ITEM_LIST, new JsonObject()).getJsonArray("items"))
          .extracting(listed -> ((JsonObject) listed).getJsonObject("orders"))
          .containsExactlyInAnyOrder(
              new JsonObject().put("payWithinSeconds", 60).put("maxLapses", 2),
              new JsonObject().put("maxLapses", 0),
              null);
    }
  }

  @Test
  @DisplayName("a rule that was damaged in the books is named, and nothing is sold by it")
  void damagedRule(TestRedis redis, TestMySql mysql) {
    try (Till till = Till.open(redis, mysql)) {
      till.create(item(1, new OrderRules(60, 2)));
      mysql.query("UPDATE order_rule SET max_lapses = -1");
      assertThat(Till.failure(till.send(Addresses.ITEM_PREHEAT, preheat(1))))
          .isEqualTo(Outcome.BAD_REQUEST);
    }
  }
}
