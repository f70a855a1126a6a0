package seckill.reconcile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import io.vertx.redis.client.Response;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import seckill.contract.OrderMessage;
import seckill.contract.Outcome;
import seckill.contract.RedisKeys;
import seckill.reconcile.Sale.Order;
import seckill.testkit.TestVertx;

class LossRepairIT extends SaleFixture {
  /** Ten sold and written, one more on its way; two rows and the message vanish. */
  private List<Order> loseThree() {
    List<Order> orders = sale.buyAll(Sale.users("用户", 11));
    sale.land(orders.subList(0, 10));
    delete(orders.get(2));
    delete(orders.get(7));
    sale.deliver(1);
    sale.acknowledge(orders.subList(10, 11));
    redis.command("XDEL", sale.keys.orders(), orders.get(10).streamId());
    return List.of(orders.get(2), orders.get(7), orders.get(10));
  }

  private List<OrderMessage> undelivered() {
    Response reply =
        redis.command(
            "XREADGROUP",
            "GROUP",
            RedisKeys.ORDER_GROUP,
            "c-2",
            "COUNT",
            "100",
            "STREAMS",
            sale.keys.orders(),
            ">");
    List<OrderMessage> messages = new ArrayList<>();
    if (reply != null) {
      for (Response entry : reply.get(0).get(1)) {
        Map<String, String> fields = new HashMap<>();
        for (int i = 0; i < entry.get(1).size(); i += 2) {
          fields.put(entry.get(1).get(i).toString(), entry.get(1).get(i + 1).toString());
        }
        messages.add(OrderMessage.fromFields(fields));
      }
    }
    return messages;
  }

  private long journal(String state) {
    return mysql.number("SELECT COUNT(*) FROM repair WHERE state = ?", state);
  }

  @Test
  @DisplayName("two auditors at once find exactly the lost ones, and send each order again once")
  void repairsLossOnce() {
    List<Order> lost = loseThree();
    try (Node a = Node.start(redis, mysql, "repair.lost", true);
        Node b = Node.start(redis, mysql, "repair.lost", true)) {
      List<Future<JsonObject>> runs = List.of(a.request(1001), b.request(1001));
      await().until(() -> runs.stream().allMatch(Future::isComplete));
      JsonObject report =
          runs.stream().filter(Future::succeeded).findFirst().orElseThrow().result();
      JsonObject finding = finding(report, "LOST");
      assertThat(texts(finding, "users"))
          .containsExactlyInAnyOrderElementsOf(lost.stream().map(Order::user).toList());
      assertThat(report.getJsonArray("findings")).hasSize(1);

      b.run(1001);
      a.run(1001);
    }
    assertThat(sold()).isEqualTo(8);
    List<OrderMessage> sentAgain = undelivered();
    assertThat(sentAgain)
        .extracting(OrderMessage::orderId)
        .containsExactlyInAnyOrderElementsOf(lost.stream().map(Order::orderId).toList());
    assertThat(sentAgain)
        .allSatisfy(
            message -> {
              assertThat(message.itemId()).isEqualTo(1001);
              assertThat(message.priceCents()).isEqualTo(149_900);
              assertThat(message.userId()).startsWith("用户");
              assertThat(message.purchasedAtMillis()).isPositive();
            });
    assertThat(journal("DONE")).isEqualTo(4);
  }

  @Test
  @DisplayName("nothing is mended unless it is switched on, but told with a list")
  void isOffByDefault() {
    List<Order> lost = loseThree();
    redis.command("DECR", sale.keys.stock());
    List<Object> before = sale.fingerprint();

    JsonObject report = node.run(1001);

    assertThat(texts(finding(report, "LOST"), "orders"))
        .containsExactlyInAnyOrderElementsOf(lost.stream().map(Order::orderId).toList());
    assertThat(report.getJsonArray("repairs")).isEmpty();
    assertThat(sale.fingerprint()).isEqualTo(before);
    await().until(() -> node.alerts.size() == 2);
    assertThat(texts(node.alerts.get(0), "users"))
        .containsExactlyInAnyOrderElementsOf(lost.stream().map(Order::user).toList());
    assertThat(texts(node.alerts.get(0), "orders")).hasSize(3);
    assertThat(mysql.number("SELECT COUNT(*) FROM repair")).isZero();
  }

  @Test
  @DisplayName("a kind that is off stays as it is while another is mended")
  void switchesKinds() {
    loseThree();
    redis.command("DECR", sale.keys.stock());
    try (Node leaks = Node.start(redis, mysql, "repair.leak", true)) {
      leaks.run(1001);
    }
    assertThat(redis.get(sale.keys.stock())).isEqualTo("9");
    assertThat(undelivered()).isEmpty();
    assertThat(sold()).isEqualTo(10);
  }

  @Test
  @DisplayName("what heals within the grace time of repairs is not mended")
  void waitsForTheGraceTime() {
    List<Order> orders = sale.buyAll(Sale.users("u", 3));
    sale.land(orders);
    redis.command("DECRBY", sale.keys.stock(), "2");
    try (Node patient = Node.start(redis, mysql, "repair.leak", true, "repair.graceMillis", 3000)) {
      redis.command("CONFIG", "RESETSTAT");
      Future<JsonObject> running = patient.request(1001);
      await().until(() -> commandCount("smismember") > 0);
      redis.command("INCRBY", sale.keys.stock(), "2");
      await().until(running::isComplete);
      assertThat(running.result().getString("verdict")).isEqualTo("BALANCED");
    }
    assertThat(redis.get(sale.keys.stock())).isEqualTo("17");
  }

  @Test
  @DisplayName("no more is mended in one run than allowed; the next ones go on")
  void mendsInPortions() {
    loseThree();
    try (Node slow = Node.start(redis, mysql, "repair.lost", true, "repair.maxPerRun", 2)) {
      slow.run(1001);
      assertThat(redis.number("XLEN", sale.keys.orders())).isEqualTo(11);
      slow.run(1001);
      slow.run(1001);
    }
    assertThat(undelivered()).hasSize(3);
  }

  @Test
  @DisplayName("an order whose buyer holds another live order is not sent again")
  void refusesWhatCannotLand() {
    List<Order> orders = sale.buyAll(Sale.users("u", 2));
    sale.land(orders);
    mysql.query(
        "UPDATE orders SET order_id = ? WHERE order_id = ?",
        Sale.newOrderId(),
        orders.get(0).orderId());

    JsonObject report = node.repair(1001);

    assertThat(report.getJsonArray("repairs")).hasSize(1);
    assertThat(report.getJsonArray("repairs").getJsonObject(0).getString("state"))
        .isEqualTo("REFUSED");
    assertThat(undelivered()).isEmpty();
    assertThat(journal("REFUSED")).isEqualTo(1);
  }

  @Test
  @DisplayName("an item that is being built anew is left alone")
  void leavesLoadingItems() {
    loseThree();
    redis.command("HSET", sale.keys.item(), RedisKeys.ITEM_LOADING, "x");

    JsonObject report = node.repair(1001);

    assertThat(undelivered()).isEmpty();
    assertThat(report.getJsonArray("repairs").encode()).contains("being built anew");
  }

  @Test
  @DisplayName("who asked for a run is written down, and without a name nothing is repaired")
  void auditsRequests() {
    loseThree();
    JsonObject nameless = new JsonObject().put("itemId", "1001").put("repair", true);
    assertThat(Node.outcome(failure(node.request(nameless)))).isEqualTo(Outcome.BAD_REQUEST);
    assertThat(Node.outcome(failure(node.request(nameless.copy().put("repair", "yes")))))
        .isEqualTo(Outcome.BAD_REQUEST);
    assertThat(mysql.number("SELECT COUNT(*) FROM repair")).isZero();

    node.run(1001);
    assertThat(audited("REPAIR") + audited("RECONCILE")).as("nobody asked by name").isZero();
    JsonObject plain = new JsonObject().put("itemId", "1001").put("actor", "op1");
    TestVertx.await(node.request(plain));
    assertThat(audited("RECONCILE")).isEqualTo(1);
    assertThat(undelivered()).isEmpty();

    node.repair(1001);

    assertThat(audited("REPAIR")).isEqualTo(1);
    assertThat(undelivered()).hasSize(3);
  }

  private long audited(String action) {
    return mysql.number(
        "SELECT COUNT(*) FROM admin_audit WHERE actor = 'op1' AND action = ?"
            + " AND item_id = 1001 AND outcome = 'OK'",
        action);
  }
}
