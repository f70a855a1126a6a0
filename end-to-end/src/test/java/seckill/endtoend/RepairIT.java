package seckill.endtoend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import seckill.contract.RedisKeys;
import seckill.standalone.client.Reconciliation;
import seckill.standalone.client.Reply;
import seckill.testkit.MySqlExtension;
import seckill.testkit.RedisExtension;
import seckill.testkit.TestMySql;
import seckill.testkit.TestRedis;

@ExtendWith({RedisExtension.class, MySqlExtension.class})
class RepairIT {
  private static final long ITEM = 1001;
  private static final String ORDERS = RedisKeys.DEFAULT.of(ITEM).orders();

  private SaleFixture sale;

  @BeforeEach
  void start(TestRedis redis, TestMySql mysql) {
    sale =
        SaleFixture.inThisJvm(
            redis,
            mysql,
            Map.of(
                "SECKILL_REPAIR_LOST",
                "true",
                "SECKILL_REPAIR_GRACE_MILLIS",
                "100",
                "SECKILL_RECONCILE_GRACE_MILLIS",
                "100",
                "SECKILL_RECONCILE_SALE_INTERVAL_MILLIS",
                "0"));
  }

  @AfterEach
  void stop() {
    sale.close();
  }

  @Test
  @DisplayName("lost rows and a lost message of a sold-out item become orders again, once each")
  void bringsLostOrdersBack(TestRedis redis, TestMySql mysql) {
    sale.open(ITEM, 11);
    Map<String, String> told = new TreeMap<>();
    for (int i = 0; i < 10; i++) {
      told.put("u" + i, sale.buy(ITEM, "u" + i).orderId());
    }
    sale.settled(ITEM);
    sale.services().stop("consumer");
    told.put("u10", sale.buy(ITEM, "u10").orderId());
    loseByHand(redis);
    mysql.query("DELETE FROM orders WHERE order_id IN (?, ?)", told.get("u2"), told.get("u7"));

    JsonObject report = reconcile().body();

    JsonObject lost = report.getJsonArray("findings").getJsonObject(0);
    assertThat(lost.getString("kind")).isEqualTo("LOST");
    assertThat(new ArrayList<>(lost.getJsonArray("users").getList()))
        .isEqualTo(List.of("u10", "u2", "u7"));
    sale.services().start("consumer");
    await()
        .atMost(SaleFixture.LANDING_LIMIT)
        .until(() -> mysql.number("SELECT COUNT(*) FROM orders") == 11);
    sale.settled(ITEM);
    Map<String, String> written = new TreeMap<>();
    mysql
        .query("SELECT user_id, order_id FROM orders WHERE live = 1")
        .forEach(row -> written.put(row.getBuffer(0).toString(), row.getString(1)));
    assertThat(written).isEqualTo(told);
    assertThat(mysql.number("SELECT sold FROM seckill_item WHERE id = ?", ITEM)).isEqualTo(11);
    assertThat(reconcile().body().getJsonArray("repairs")).isEmpty();
    assertThat(sale.books(ITEM).dead()).isEmpty();
  }

  // Delivered to somebody who acknowledges it and writes nothing, and then removed.
  private static void loseByHand(TestRedis redis) {
    String id =
        redis
            .command(
                "XREADGROUP",
                "GROUP",
                RedisKeys.ORDER_GROUP,
                "a hand",
                "COUNT",
                "1",
                "STREAMS",
                ORDERS,
                ">")
            .get(0)
            .get(1)
            .get(0)
            .get(0)
            .toString();
    redis.command("XACK", ORDERS, RedisKeys.ORDER_GROUP, id);
    redis.command("XDEL", ORDERS, id);
  }

  private Reply reconcile() {
    return new Reconciliation(sale.gateway(0)).run(Long.toString(ITEM), SaleFixture.LANDING_LIMIT);
  }
}
