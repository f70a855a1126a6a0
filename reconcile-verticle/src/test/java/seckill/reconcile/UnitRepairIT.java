package seckill.reconcile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import seckill.contract.Addresses;
import seckill.reconcile.Sale.Order;

class UnitRepairIT extends SaleFixture {
  @Test
  @DisplayName("leaked units go back on the shelf, and gateways hear that there are some again")
  void putsLeakedUnitsBack() {
    sale.land(sale.buyAll(Sale.users("u", 2)));
    redis.command("SET", sale.keys.stock(), "0");
    List<Object> restocked = new ArrayList<>();
    node.vertx.eventBus().consumer(Addresses.EVENT_RESTOCKED, fact -> restocked.add(fact.body()));

    JsonObject report = node.repair(1001);

    assertThat(finding(report, "STOCK_LEAK").getLong("count")).isEqualTo(18);
    assertThat(redis.get(sale.keys.stock())).isEqualTo("18");
    await().until(() -> restocked.size() == 1);
    assertThat(node.repair(1001).getJsonArray("repairs")).isEmpty();
    assertThat(node.run(1001).getString("verdict")).isEqualTo("BALANCED");
  }

  @Test
  @DisplayName("units of buyers whom Redis has forgotten are not put back, landed or on their way")
  void keepsWhatForgottenBuyersHold() {
    List<Order> orders = sale.buyAll(Sale.users("u", 9));
    sale.land(orders.subList(0, 4));
    sale.deliver(2);
    sale.bury(orders.get(6));
    redis.command("UNLINK", sale.keys.users());
    try (Node leaks = Node.start(redis, mysql, "repair.leak", true)) {
      JsonObject report = leaks.run(1001);

      assertThat(report.getJsonArray("repairs").getJsonObject(0).getString("state"))
          .isEqualTo("REFUSED");
      assertThat(redis.get(sale.keys.stock())).isEqualTo("11");

      redis.command("DECRBY", sale.keys.stock(), "3");
      leaks.run(1001);
      assertThat(redis.get(sale.keys.stock())).isEqualTo("11");
    }
  }

  @Test
  @DisplayName("a stock key that vanished comes back, to expire with the others")
  void makesTheStockKeyAgain() {
    sale.land(sale.buyAll(Sale.users("u", 2)));
    redis.command("UNLINK", sale.keys.stock());

    node.repair(1001);

    assertThat(redis.get(sale.keys.stock())).isEqualTo("18");
    assertThat(redis.number("PTTL", sale.keys.stock())).isPositive();
  }

  @Test
  @DisplayName("units of a restock that Redis has not heard of are left to the till")
  void leavesRestocksToTheTill() {
    sale.land(sale.buyAll(Sale.users("u", 2)));
    mysql.query("UPDATE seckill_item SET restocked = 5 WHERE id = 1001");

    JsonObject report = node.repair(1001);

    assertThat(finding(report, "STOCK_LEAK").getLong("count")).isEqualTo(5);
    assertThat(redis.get(sale.keys.stock())).isEqualTo("18");
  }

  @Test
  @DisplayName(
      "buyers whom Redis has forgotten are entered, and take their units if they are there")
  void entersGhosts() {
    List<Order> orders = sale.buyAll(Sale.users("u", 6));
    sale.land(orders);
    // One was rolled back with its unit, one without.
    redis.command("SREM", sale.keys.users(), orders.get(0).user(), orders.get(1).user());
    redis.command("HDEL", sale.keys.receipts(), orders.get(0).user(), orders.get(1).user());
    redis.command("INCR", sale.keys.stock());

    node.repair(1001);

    assertThat(redis.number("SCARD", sale.keys.users())).isEqualTo(6);
    assertThat(redis.get(sale.keys.stock())).isEqualTo("14");
    assertThat(redis.command("HGET", sale.keys.receipts(), orders.get(1).user()).toString())
        .isEqualTo(orders.get(1).orderId());
    assertThat(node.run(1001).getString("verdict")).isEqualTo("BALANCED");
    assertThat(node.repair(1001).getJsonArray("repairs")).isEmpty();
  }

  @Test
  @DisplayName("a ghost never takes the stock below 0")
  void leavesNoDebt() {
    List<Order> orders = sale.buyAll(Sale.users("u", 20));
    sale.land(orders);
    redis.command("SREM", sale.keys.users(), orders.get(0).user());
    redis.command("SADD", sale.keys.users(), "stranger");

    node.repair(1001);

    assertThat(redis.get(sale.keys.stock())).isEqualTo("0");
    assertThat(redis.number("SISMEMBER", sale.keys.users(), orders.get(0).user())).isEqualTo(1);
  }

  @Test
  @DisplayName("of too many orders the youngest are cancelled, only as many as are too many")
  void cancelsTheYoungest() {
    List<Order> orders = sale.buyAll(Sale.users("u", 23));
    sale.land(orders);
    mysql.query("UPDATE orders SET status = 'PAID' WHERE order_id = ?", orders.get(21).orderId());
    mysql.query(
        "INSERT INTO payment VALUES ('p1', ?, 149900, 'PAID', UTC_TIMESTAMP(3))",
        orders.get(21).orderId());
    List<String> changed = new ArrayList<>();
    node.vertx
        .eventBus()
        .<JsonObject>consumer(
            Addresses.EVENT_ORDER_STATUS,
            fact ->
                changed.add(fact.body().getString("orderId") + fact.body().getString("status")));

    node.repair(1001);

    assertThat(mysql.number("SELECT COUNT(*) FROM orders WHERE live = 1")).isEqualTo(20);
    assertThat(sold()).isEqualTo(20);
    assertThat(mysql.number("SELECT COUNT(*) FROM outbox WHERE kind = 'UNIT_RETURN'")).isEqualTo(3);
    assertThat(mysql.number("SELECT COUNT(*) FROM order_event WHERE actor = 'reconcile'"))
        .isEqualTo(3);
    await().until(() -> changed.size() == 3);
    assertThat(changed)
        .containsExactly(
            orders.get(22).orderId() + "CANCELLED",
            orders.get(21).orderId() + "REFUND_DUE",
            orders.get(20).orderId() + "CANCELLED");
    assertThat(mysql.number("SELECT COUNT(*) FROM payment WHERE outcome = 'REFUND_DUE'"))
        .isEqualTo(1);
    assertThat(redis.get(sale.keys.stock())).isEqualTo("0");

    node.repair(1001);
    assertThat(mysql.number("SELECT COUNT(*) FROM orders WHERE live = 1")).isEqualTo(20);
    assertThat(mysql.number("SELECT COUNT(*) FROM notice_batch")).isZero();
  }

  @Test
  @DisplayName("where buyers are told, those of orders that are cancelled hear so, each once")
  void tellsOfTheCancelled() {
    List<Order> orders = sale.buyAll(Sale.users("u", 22));
    sale.land(orders);
    mysql.query("UPDATE orders SET status = 'PAID' WHERE order_id = ?", orders.get(20).orderId());
    try (Node telling = Node.start(redis, mysql, "notify.sender", "webhook")) {
      telling.repair(1001);
      telling.repair(1001);
    }
    List<String> told = new ArrayList<>();
    mysql
        .query("SELECT event, item_id, orders, size, told FROM notice_batch ORDER BY id")
        .forEach(
            row -> {
              assertThat(row.getLong("item_id")).isEqualTo(1001);
              assertThat(row.getInteger("size")).isEqualTo(1);
              assertThat(row.getInteger("told")).isZero();
              told.add(row.getString("event") + row.getString("orders"));
            });
    assertThat(told)
        .containsExactly(
            "CANCELLED[\"" + orders.get(21).orderId() + "\"]",
            "REFUND_DUE[\"" + orders.get(20).orderId() + "\"]");
  }

  @Test
  @DisplayName("units that are not there leave the shelf, and no order is cancelled for them")
  void takesSurplusOff() {
    sale.land(sale.buyAll(Sale.users("u", 4)));
    redis.command("INCRBY", sale.keys.stock(), "2");

    node.repair(1001);

    assertThat(redis.get(sale.keys.stock())).isEqualTo("16");
    assertThat(mysql.number("SELECT COUNT(*) FROM orders WHERE live = 1")).isEqualTo(4);
    assertThat(node.run(1001).getString("verdict")).isEqualTo("BALANCED");
  }

  @Test
  @DisplayName("the ledger is set to the number of live orders, both ways")
  void setsTheLedger() {
    sale.land(sale.buyAll(Sale.users("u", 4)));
    try (Node ledgers = Node.start(redis, mysql, "repair.sold", true)) {
      mysql.query("UPDATE seckill_item SET sold = 1 WHERE id = 1001");
      ledgers.run(1001);
      assertThat(sold()).isEqualTo(4);
      mysql.query("UPDATE seckill_item SET sold = 9 WHERE id = 1001");
      ledgers.run(1001);
      assertThat(sold()).isEqualTo(4);
      assertThat(ledgers.run(1001).getString("verdict")).isEqualTo("BALANCED");
    }
  }

  @Test
  @DisplayName("a stranded unit is given back by the outbox, once")
  void returnsStrandedUnits() {
    List<Order> orders = sale.buyAll(Sale.users("u", 4));
    sale.land(orders);
    sale.cancel(orders.get(1));
    mysql.query("DELETE FROM outbox");

    node.repair(1001);
    node.repair(1001);

    assertThat(mysql.number("SELECT COUNT(*) FROM outbox")).isEqualTo(1);
    assertThat(
            mysql.number(
                "SELECT COUNT(*) FROM outbox WHERE kind = 'UNIT_RETURN' AND order_id = ?"
                    + " AND user_id = ?",
                orders.get(1).orderId(),
                Buffer.buffer(orders.get(1).user())))
        .isEqualTo(1);
    sale.returnUnits(List.of(orders.get(1)));
    assertThat(node.run(1001).getString("verdict")).isEqualTo("BALANCED");
  }
}
