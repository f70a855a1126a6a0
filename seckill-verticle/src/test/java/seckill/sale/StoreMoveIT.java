package seckill.sale;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
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

/** A sale moves from one Redis to another. */
@ExtendWith(MySqlExtension.class)
class StoreMoveIT {
  private static final long ITEM = 1001;
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private final TestRedis main = TestRedis.dedicated();
  private final TestRedis backup = TestRedis.dedicated();
  private Till till;

  @AfterEach
  void close() {
    till.close();
    main.close();
    backup.close();
  }

  @Test
  @DisplayName("what main alone holds is brought to the backup: landed, unread and pending orders")
  void broughtAlong(TestMySql mysql) {
    JsonObject redis =
        new JsonObject()
            .put("backupUrl", backup.url())
            .put("storeLookMillis", 50)
            .put("storeLeaseMillis", 1000);
    till = Till.open(main, mysql, new JsonObject().put("redis", redis));
    till.sell(ITEM, 12);
    Map<String, String> orders = new HashMap<>();
    for (int i = 0; i < 9; i++) {
      orders.put("u" + i, till.buy(ITEM, "u" + i).orderId());
    }
    TestPen pen = new TestPen(main, mysql, ITEM);
    pen.land(3);
    pen.land(2, false);
    pen.leavePending(2);
    pen.cancel("u1", "CANCELLED", false);

    till.ask(
        Addresses.STORE_SWITCH, new JsonObject().put("store", "BACKUP").put("actor", "operator"));
    await().atMost(PATIENCE).until(() -> till.buy(ITEM, "u1").outcome() == Outcome.ACCEPTED);

    for (int i = 0; i < 9; i++) {
      PurchaseResult result = till.buy(ITEM, "u" + i);
      assertThat(result.outcome()).isEqualTo(Outcome.DUPLICATE);
      if (i != 1) {
        assertThat(result.orderId()).isEqualTo(orders.get("u" + i));
      }
    }
    // u5 to u8 were not written yet; u1 has just bought again.
    assertThat(backup.number("XLEN", RedisKeys.DEFAULT.of(ITEM).orders())).isEqualTo(5);
    assertThat(backup.get(RedisKeys.DEFAULT.of(ITEM).stock())).isEqualTo("3");
    new TestPen(backup, mysql, ITEM).land(10);
    assertThat(mysql.number("SELECT COUNT(*) FROM orders WHERE live = 1")).isEqualTo(9);
  }
}
