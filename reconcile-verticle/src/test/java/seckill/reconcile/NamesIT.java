package seckill.reconcile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonObject;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import seckill.reconcile.Sale.Order;

class NamesIT extends SaleFixture {

  @Test
  @DisplayName("users whose row or message vanished are named as lost, with their order ids")
  void namesLostUsers() {
    List<Order> orders = sale.buyAll(Sale.users("用户", 11));
    sale.land(orders.subList(0, 10));
    delete(orders.get(2));
    delete(orders.get(7));
    redis.command("XACK", sale.keys.orders(), "order-writers", orders.get(10).streamId());
    redis.command("XDEL", sale.keys.orders(), orders.get(10).streamId());

    JsonObject report = node.run(1001);

    assertThat(report.getString("verdict")).isEqualTo("FINDINGS");
    assertThat(report.getJsonArray("findings")).hasSize(1);
    JsonObject lost = finding(report, "LOST");
    assertThat(lost.getLong("count")).isEqualTo(3);
    assertThat(texts(lost, "users"))
        .containsExactly(orders.get(2).user(), orders.get(7).user(), orders.get(10).user());
    assertThat(texts(lost, "orders"))
        .containsExactly(
            orders.get(2).orderId(), orders.get(7).orderId(), orders.get(10).orderId());
    await().until(() -> node.alerts.size() == 1);
    assertThat(node.alerts.get(0).getString("kind")).isEqualTo("LOST");
    assertThat(node.alerts.get(0).getString("source")).isEqualTo("reconcile");
    assertThat(node.alerts.get(0).getString("itemId")).isEqualTo("1001");
    assertThat(node.count("seckill_reconcile_findings", "kind", "LOST")).isEqualTo(3);
    assertThat(node.count("seckill_reconcile_verdicts", "verdict", "FINDINGS")).isEqualTo(1);
    JsonObject stored =
        new JsonObject(
            mysql
                .query("SELECT report FROM reconciliation WHERE verdict = 'FINDINGS'")
                .iterator()
                .next()
                .getString(0));
    assertThat(stored).isEqualTo(report);
    await().untilAsserted(() -> assertThat(node.facts).containsExactly(report));
  }

  @Test
  @DisplayName("lost users are found among others that are still on their way")
  void findsLostAmongOthers() {
    List<Order> orders = sale.buyAll(Sale.users("u", 14));
    sale.land(orders.subList(0, 4));
    sale.deliver(5);
    redis.command("XDEL", sale.keys.orders(), orders.get(6).streamId());
    redis.command("XDEL", sale.keys.orders(), orders.get(11).streamId());

    JsonObject report = node.run(1001);

    assertThat(texts(finding(report, "LOST"), "users"))
        .containsExactly(orders.get(6).user(), orders.get(11).user());
    assertThat(report.getJsonArray("findings")).hasSize(1);
  }

  @Test
  @DisplayName("messages that a trim cut off unread are lost, not on their way")
  void findsTrimmedMessages() {
    List<Order> orders = sale.buyAll(Sale.users("u", 6));
    sale.land(orders.subList(0, 1));
    redis.command("XTRIM", sale.keys.orders(), "MAXLEN", "3");

    JsonObject report = node.run(1001);

    assertThat(report.getJsonObject("numbers").getLong("undelivered")).isEqualTo(3);
    assertThat(texts(finding(report, "LOST"), "users"))
        .containsExactly(orders.get(1).user(), orders.get(2).user());
  }

  @Test
  @DisplayName("messages from before the start of a group that began at the end are lost")
  void findsMessagesNobodyWillRead() {
    redis.command("XGROUP", "DESTROY", sale.keys.orders(), "order-writers");
    sale.buyAll(List.of("early"));
    redis.command("XGROUP", "CREATE", sale.keys.orders(), "order-writers", "$");
    sale.buyAll(List.of("late"));

    assertThat(texts(finding(node.run(1001), "LOST"), "users")).containsExactly("early");
  }

  @Test
  @DisplayName("a buyer whose order stands under another number than was told is lost")
  void comparesOrderNumbers() {
    List<Order> orders = sale.buyAll(Sale.users("u", 2));
    sale.land(orders);
    mysql.query(
        "UPDATE orders SET order_id = ? WHERE order_id = ?",
        Sale.newOrderId(),
        orders.get(0).orderId());

    JsonObject lost = finding(node.run(1001), "LOST");

    assertThat(texts(lost, "users")).containsExactly(orders.get(0).user());
    assertThat(texts(lost, "orders")).containsExactly(orders.get(0).orderId());
  }

  @Test
  @DisplayName("a user without a receipt is known by name alone")
  void worksWithoutReceipts() {
    List<Order> orders = sale.buyAll(Sale.users("u", 3));
    sale.land(orders);
    redis.command("UNLINK", sale.keys.receipts());
    assertThat(node.run(1001).getJsonArray("findings")).hasSize(1);

    delete(orders.get(1));

    JsonObject lost = finding(node.run(1001), "LOST");
    assertThat(texts(lost, "users")).containsExactly(orders.get(1).user());
    assertThat(texts(lost, "orders")).isEmpty();
  }

  @Test
  @DisplayName("without a receipt a user holds the unit of an ended order that gave none back")
  void toldByTheBooks() {
    List<Order> orders = sale.buyAll(Sale.users("u", 4));
    sale.land(orders);
    for (Order order : orders.subList(0, 3)) {
      sale.cancel(order);
    }
    mysql.query("DELETE FROM outbox WHERE order_id <> ?", orders.get(0).orderId());
    // The last of them gave its unit back, and bought again.
    redis.command("HSET", sale.keys.returned(), orders.get(2).orderId(), "7");
    for (Order order : orders) {
      redis.command("HDEL", sale.keys.receipts(), order.user());
    }
    redis.command("HSET", sale.keys.receipts(), "other", "receipt");

    JsonObject report = node.run(1001);

    assertThat(texts(finding(report, "STRANDED_UNIT"), "orders"))
        .containsExactly(orders.get(1).orderId());
    assertThat(texts(finding(report, "LOST"), "users")).containsExactly(orders.get(2).user());
    assertThat(report.getJsonArray("findings")).hasSize(2);
  }

  @Test
  @DisplayName("lists are cut at the limit, counts are exact")
  void capsLists() {
    List<Order> orders = sale.buyAll(Sale.users("u", 13));
    sale.land(orders);
    orders.subList(0, 8).forEach(this::delete);

    JsonObject lost = finding(node.run(1001), "LOST");

    assertThat(lost.getLong("count")).isEqualTo(8);
    assertThat(texts(lost, "users")).isEqualTo(orders.stream().limit(5).map(Order::user).toList());
    assertThat(texts(lost, "orders")).hasSize(5);
  }

  @Test
  @DisplayName("one lost and one ghost balance each other in numbers and are both named")
  void seesGapsThatCancelOut() {
    List<Order> orders = sale.buyAll(Sale.users("u", 4));
    sale.land(orders);
    mysql.query(
        "UPDATE orders SET user_id = ? WHERE order_id = ?",
        Buffer.buffer("stranger"),
        orders.get(3).orderId());

    JsonObject report = node.run(1001);

    assertThat(texts(finding(report, "LOST"), "users")).containsExactly(orders.get(3).user());
    assertThat(texts(finding(report, "GHOST_ORDER"), "users")).containsExactly("stranger");
    assertThat(report.getJsonArray("findings")).hasSize(2);
  }

  @Test
  @DisplayName("a live order whose user Redis has forgotten is a ghost, and no leak of stock")
  void namesGhostOrders() {
    List<Order> orders = sale.buyAll(Sale.users("u", 7));
    sale.land(orders);
    redis.command("SREM", sale.keys.users(), orders.get(1).user(), orders.get(6).user());

    JsonObject report = node.run(1001);

    JsonObject ghosts = finding(report, "GHOST_ORDER");
    assertThat(ghosts.getLong("count")).isEqualTo(2);
    assertThat(texts(ghosts, "users")).containsExactly(orders.get(1).user(), orders.get(6).user());
    assertThat(texts(ghosts, "orders"))
        .containsExactly(orders.get(1).orderId(), orders.get(6).orderId());
    assertThat(report.getJsonArray("findings")).hasSize(1);
  }

  @Test
  @DisplayName("users are told apart byte by byte")
  void comparesBytes() {
    List<Order> orders = sale.buyAll(List.of("User1", "user1", "user1 ", "e\u0301", "é", "𠀀🍶"));
    sale.land(orders);
    assertThat(node.run(1001).getString("verdict")).isEqualTo("BALANCED");

    delete(orders.get(2));
    redis.command("SREM", sale.keys.users(), "é");

    JsonObject report = node.run(1001);
    assertThat(texts(finding(report, "LOST"), "users")).containsExactly("user1 ");
    assertThat(texts(finding(report, "GHOST_ORDER"), "users")).containsExactly("é");
  }
}
