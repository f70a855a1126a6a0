package seckill.reconcile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.vertx.core.Future;
import io.vertx.core.eventbus.Message;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import seckill.contract.Addresses;
import seckill.contract.Outcome;
import seckill.reconcile.Sale.Order;
import seckill.testkit.TestVertx;

class SettlementIT extends SaleFixture {
  private final List<JsonObject> facts = new CopyOnWriteArrayList<>();
  private Sale over;
  private List<Order> orders;

  @BeforeEach
  void endSale() {
    over = new Sale(redis, mysql, 7, 10, Instant.now().minus(Duration.ofMinutes(2)));
    mysql.query("UPDATE seckill_item SET restocked = 2 WHERE id = 7");
    redis.command("HSET", over.keys.item(), "total", "12");
    redis.command("INCRBY", over.keys.stock(), "2");
    orders = over.buyAll(Sale.users("u", 4));
    over.land(orders);
    node.vertx
        .eventBus()
        .<JsonObject>consumer(Addresses.EVENT_SETTLED, fact -> facts.add(fact.body()));
  }

  private long settled() {
    return mysql.number("SELECT COUNT(*) FROM settlement");
  }

  @Test
  @DisplayName("the rest of a sale that is over is booked back, told and reported, once")
  void settlesOnce() {
    JsonObject settlement = node.run(7).getJsonObject("settlement");

    assertThat(settlement.getString("state")).isEqualTo("SETTLED");
    assertThat(settlement.getLong("units")).isEqualTo(12);
    assertThat(settlement.getLong("sold")).isEqualTo(4);
    assertThat(settlement.getLong("unsold")).isEqualTo(8);
    assertThat(node.run(7).getJsonObject("settlement")).isEqualTo(settlement);
    await().until(() -> facts.size() == 1);
    assertThat(facts.get(0))
        .isEqualTo(
            new JsonObject().put("itemId", "7").put("units", 12).put("sold", 4).put("unsold", 8));
    assertThat(node.meters.counter("seckill_settled").count()).isEqualTo(1);
    assertThat(node.meters.counter("seckill_settled_unsold").count()).isEqualTo(8);
  }

  @Test
  @DisplayName("a sale that runs, is just over or never began is not settled")
  void waitsForTheEnd() {
    assertThat(node.run(1001).containsKey("settlement")).isFalse();
    new Sale(redis, mysql, 8, 10, Instant.now().minusSeconds(5));
    assertThat(node.run(8).containsKey("settlement")).isFalse();
    mysql.query("UPDATE seckill_item SET status = 'DRAFT' WHERE id = 7");
    assertThat(node.run(7).containsKey("settlement")).isFalse();
    assertThat(settled()).isZero();
  }

  @Test
  @DisplayName("a sale that was extended in one store only is not settled")
  void trustsTheLaterEnd() {
    redis.command(
        "HSET",
        over.keys.item(),
        "end_at",
        Long.toString(Instant.now().plusSeconds(600).toEpochMilli()));
    assertThat(node.run(7).containsKey("settlement")).isFalse();
  }

  @Test
  @DisplayName("orders and units on their way hold the settlement up, and nobody is called")
  void waitsForWhatIsOnItsWay() {
    List<Order> late = over.buyAll(List.of("late"));
    assertWaits("on their way");
    over.land(late);
    over.cancel(orders.get(0));
    assertWaits("on their way");
    assertThat(node.alerts).isEmpty();
    over.returnUnits(orders.subList(0, 1));

    assertThat(node.run(7).getJsonObject("settlement").getLong("unsold")).isEqualTo(8);
  }

  private void assertWaits(String reason) {
    JsonObject settlement = node.run(7).getJsonObject("settlement");
    assertThat(settlement.getString("state")).isEqualTo("WAITING");
    assertThat(settlement.getString("waitsFor")).contains(reason);
    assertThat(settled()).isZero();
  }

  @Test
  @DisplayName("open dead letters hold the settlement up, and somebody is called once")
  void waitsForDeadLetters() {
    over.bury(over.buy("dead"));
    assertWaits("dead letters are open");
    assertWaits("dead letters are open");
    await().until(() -> !node.alerts.isEmpty());
    assertThat(node.alerts)
        .extracting(a -> a.getString("kind"))
        .containsExactly("SETTLEMENT_WAITS");

    mysql.query("UPDATE dead_letter SET state = 'DISCARDED'");
    redis.command("UNLINK", over.keys.dead());
    redis.command("SREM", over.keys.users(), "dead");
    redis.command("INCR", over.keys.stock());
    assertThat(node.run(7).getJsonObject("settlement").getString("state")).isEqualTo("SETTLED");
  }

  @Test
  @DisplayName("lost orders and a wrong ledger hold it up, a leak in Redis does not")
  void waitsForTheLedger() {
    redis.command("DECR", over.keys.stock());
    delete(orders.get(0));
    assertWaits("LOST");
    over.insert(List.of(orders.get(0)));
    mysql.query("UPDATE seckill_item SET sold = 3 WHERE id = 7");
    assertWaits("SOLD_DIFFERS");
    mysql.query("UPDATE seckill_item SET sold = 4 WHERE id = 7");

    JsonObject report = node.run(7);
    assertThat(finding(report, "STOCK_LEAK").getLong("count")).isEqualTo(1);
    assertThat(report.getJsonObject("settlement").getLong("unsold")).isEqualTo(8);
  }

  @Test
  @DisplayName("a sale whose keys are gone from Redis is settled too")
  void settlesExpiredSales() {
    redis.command(
        "UNLINK", over.keys.item(), over.keys.stock(), over.keys.users(), over.keys.receipts());
    assertThat(node.run(7).getJsonObject("settlement").getLong("unsold")).isEqualTo(8);
  }

  @Test
  @DisplayName("units that come back after the settlement stand in it, and it is not told again")
  void growsLater() {
    node.run(7);
    over.cancel(orders.get(1));
    mysql.query("UPDATE settlement SET unsold = unsold + 1");
    over.returnUnits(orders.subList(1, 2));

    JsonObject settlement = node.run(7).getJsonObject("settlement");

    assertThat(settlement.getLong("unsold")).isEqualTo(9);
    assertThat(settlement.getLong("sold")).isEqualTo(4);
    await().until(() -> facts.size() == 1);
  }

  @Test
  @DisplayName(
      "a settlement that the ledger has left behind is corrected and told, not counted twice")
  void correctsItself() {
    node.run(7);
    Order late = over.buy("late");
    over.land(List.of(late));

    JsonObject settlement = node.run(7).getJsonObject("settlement");

    assertThat(settlement.getLong("sold")).isEqualTo(5);
    assertThat(settlement.getLong("unsold")).isEqualTo(7);
    await().until(() -> facts.size() == 2);
    assertThat(node.meters.counter("seckill_settled").count()).isEqualTo(1);
  }

  @Test
  @DisplayName("two auditors that settle at once settle once")
  void settlesOnceOnTwoNodes() {
    try (Node a = Node.start(redis, mysql, "saleIntervalMillis", 10);
        Node b = Node.start(redis, mysql, "saleIntervalMillis", 10)) {
      await()
          .until(
              () ->
                  settled() == 1
                      && a.meters.counter("seckill_settled").count()
                              + b.meters.counter("seckill_settled").count()
                          == 1);
    }
  }

  @Test
  @DisplayName("sales are settled by the regular look after their end, and then left alone")
  void settlesByItself() {
    try (Node regular = Node.start(redis, mysql, "saleIntervalMillis", 20)) {
      await().until(() -> settled() == 1);
    }
  }

  @Test
  @DisplayName("the ledger of an item tells what the books hold")
  void tellsTheLedger() {
    mysql.query("UPDATE orders SET status = 'PAID' WHERE order_id = ?", orders.get(0).orderId());
    over.cancel(orders.get(1));

    JsonObject ledger = TestVertx.await(ledger("7"));

    assertThat(ledger.getLong("total")).isEqualTo(10);
    assertThat(ledger.getLong("restocked")).isEqualTo(2);
    assertThat(ledger.getLong("sold")).isEqualTo(3);
    assertThat(ledger.getLong("live")).isEqualTo(3);
    assertThat(ledger.getLong("returning")).isEqualTo(1);
    assertThat(ledger.getJsonObject("byStatus"))
        .isEqualTo(new JsonObject().put("PAID", 1).put("CREATED", 2).put("CANCELLED", 1));
    assertThat(ledger.containsKey("settlement")).isFalse();
    over.returnUnits(orders.subList(1, 2));
    node.run(7);
    assertThat(TestVertx.await(ledger("7")).getJsonObject("settlement").getLong("unsold"))
        .isEqualTo(9);
    assertThat(Node.outcome(failure(ledger("4711")))).isEqualTo(Outcome.NOT_FOUND);
    assertThat(Node.outcome(failure(ledger("x")))).isEqualTo(Outcome.BAD_REQUEST);
  }

  private Future<JsonObject> ledger(String itemId) {
    return node.vertx
        .eventBus()
        .<JsonObject>request(Addresses.ITEM_LEDGER, new JsonObject().put("itemId", itemId))
        .map(Message::body);
  }
}
