package seckill.sale;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import seckill.contract.Addresses;
import seckill.contract.Outcome;
import seckill.testkit.TestVertx;

/** When an item is built again, by whom, and when it is not. */
class RecoverTurnsIT extends RecoverCase {

  @Test
  @DisplayName("more holders than units: CONFLICT, an alert, and closed until that is settled")
  void oversold() {
    Queue<JsonObject> alerts = new ConcurrentLinkedQueue<>();
    TestVertx.await(
        till.vertx
            .eventBus()
            .<JsonObject>consumer(Addresses.EVENT_ALERT, alert -> alerts.add(alert.body()))
            .completion());
    till.sell(ITEM, 4);
    sellTo(0, 4);
    pen.land(4);
    pen.bury("late", "OPEN");

    assertThat(Till.failure(till.send(Addresses.ITEM_RECOVER, request())))
        .isEqualTo(Outcome.CONFLICT);
    assertThatThrownBy(() -> recover()).hasMessageContaining("OVERSOLD").hasMessageContaining("5");
    await().atMost(SOON).until(() -> alerts.size() == 1);
    assertThat(alerts.peek().getString("kind")).isEqualTo("OVERSOLD");
    assertThat(alerts.peek().getString("itemId")).isEqualTo("1001");
    assertThat(till.buy(ITEM, "new").outcome()).isEqualTo(Outcome.PAUSED);
    assertThat(redis.get(KEYS.stock())).isEqualTo("0");

    mysql.query("UPDATE dead_letter SET state = 'DISCARDED'");
    assertThat(recover().getLong("stock")).isZero();
    assertHolders(4, "u0", "u1", "u2", "u3");
    assertThat(till.buy(ITEM, "new").outcome()).isEqualTo(Outcome.SOLD_OUT);
    mysql.query("UPDATE seckill_item SET restocked = 3");
    assertThat(recover().getLong("stock")).isEqualTo(3);
    assertThat(till.buy(ITEM, "new").outcome()).isEqualTo(Outcome.ACCEPTED);
  }

  @Test
  @DisplayName(
      "nothing that is left of an item: it is built from the books alone, under a new epoch")
  void emptyRedis() {
    till.sell(ITEM, 10);
    sellTo(0, 5);
    pen.land(5);
    redis.flush();
    assertThat(recover().getLong("stock")).isEqualTo(5);
    assertHolders(10, "u0", "u1", "u2", "u3", "u4");
    sellTo(5, 10);
  }

  @Test
  @DisplayName("recoveries at once, on two tills, while buyers rush: each unit is sold once")
  void atOnce() {
    till.sell(ITEM, 60);
    List<Future<?>> sent = new ArrayList<>();
    try (Till other = Till.open(redis, mysql, Till.sale("pageSize", 2).mergeIn(lease(300)))) {
      for (int i = 0; i < 120; i++) {
        Till side = i % 2 == 0 ? till : other;
        sent.add(side.sendBatch(ITEM, List.of(Till.attempt(ITEM, "r" + i))));
        if (i % 20 == 7) {
          sent.add(side.send(Addresses.ITEM_RECOVER, request()));
          sent.add(side.send(Addresses.ITEM_PREHEAT, request()));
        }
      }
      TestVertx.await(Future.all(sent));
    }
    recover();
    till.assertBalanced(ITEM, 60);
    for (int i = 0; i < 60; i++) {
      till.buy(ITEM, "rest" + i);
    }
    assertThat(redis.get(KEYS.stock())).isEqualTo("0");
    till.assertBalanced(ITEM, 60);
  }

  @Test
  @DisplayName("a building that fell silent is taken over; one that shows itself is waited for")
  void takenOver() {
    till.sell(ITEM, 5);
    sellTo(0, 2);
    long now = System.currentTimeMillis();
    redis.command(
        "HSET", KEYS.item(), "loading", "dead", "loading_until", "" + (now + 1000), "epoch", "1");
    assertThat(till.buy(ITEM, "u2").outcome()).isEqualTo(Outcome.PAUSED);
    assertThat(recover().getLong("stock")).isEqualTo(3);
    assertThat(System.currentTimeMillis()).isGreaterThanOrEqualTo(now + 900);
    assertThat(redis.command("HGET", KEYS.item(), "loading")).isNull();
    assertThat(redis.command("HGET", KEYS.item(), "loading_until")).isNull();
    sellTo(2, 5);
  }

  @Test
  @DisplayName("after the end an item is built for its books only; nothing is made of expired keys")
  void afterTheEnd() {
    till.sell(ITEM, 5);
    sellTo(0, 3);
    pen.land(3);
    pen.cancel("u1", "CANCELLED", true);
    mysql.query("UPDATE seckill_item SET end_at = UTC_TIMESTAMP(3) - INTERVAL 1 SECOND");
    assertThat(recover().getLong("stock")).isEqualTo(3);
    assertHolders(5, "u0", "u2");
    assertThat(till.buy(ITEM, "new").outcome()).isEqualTo(Outcome.ENDED);

    redis.flush();
    assertThat(Till.failure(till.send(Addresses.ITEM_RECOVER, request()))).isEqualTo(Outcome.ENDED);
    assertThat(redis.number("DBSIZE")).isZero();
  }

  @Test
  @DisplayName("a paused item stays paused, a draft is refused, an unknown item is not found")
  void others() {
    till.sell(ITEM, 5);
    till.admin(Addresses.ITEM_PAUSE, ITEM);
    assertThat(recover().getString("status")).isEqualTo("PAUSED");
    assertThat(till.buy(ITEM, "u1").outcome()).isEqualTo(Outcome.PAUSED);
    till.create(Till.item(1002, 5));
    assertThat(
            Till.failure(
                till.send(Addresses.ITEM_RECOVER, Till.forItem(1002).put("actor", "operator"))))
        .isEqualTo(Outcome.CONFLICT);
    assertThat(
            Till.failure(
                till.send(Addresses.ITEM_RECOVER, Till.forItem(1003).put("actor", "operator"))))
        .isEqualTo(Outcome.NOT_FOUND);
    assertThat(redis.number("EXISTS", Till.keys(1002).item(), Till.keys(1003).item())).isZero();
  }
}
