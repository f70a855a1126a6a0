package seckill.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.SqlConnection;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import seckill.contract.Outcome;
import seckill.reconcile.Sale.Order;
import seckill.testkit.TestVertx;

class StockAndLedgerIT extends SaleFixture {

  @Test
  @DisplayName("units that are neither sold nor for sale are a leak of that many")
  void countsLeakedStock() {
    sale.land(sale.buyAll(Sale.users("u", 2)));
    redis.command("DECRBY", sale.keys.stock(), "3");

    JsonObject report = node.run(1001);

    assertThat(finding(report, "STOCK_LEAK").getLong("count")).isEqualTo(3);
    assertThat(report.getJsonArray("findings")).hasSize(1);
  }

  @Test
  @DisplayName("a stock key that vanished shows as a leak of all units left")
  void seesMissingStock() {
    sale.land(sale.buyAll(Sale.users("u", 2)));
    redis.command("UNLINK", sale.keys.stock());

    assertThat(finding(node.run(1001), "STOCK_LEAK").getLong("count")).isEqualTo(18);
  }

  @Test
  @DisplayName("a stock below 0 is a finding, also where the sums agree")
  void seesNegativeStock() {
    sale.land(sale.buyAll(Sale.users("u", 20)));
    sale.bury(sale.buy("one-too-many"));

    JsonObject agreeing = node.run(1001);

    assertThat(agreeing.getString("verdict")).isEqualTo("FINDINGS");
    assertThat(finding(agreeing, "OVERSOLD").getLong("count")).isEqualTo(1);
    assertThat(finding(agreeing, "OVERSOLD").getString("detail")).contains("stock").contains("-1");
  }

  @Test
  @DisplayName("a stock below 0 while all units are held is no leak")
  void negativeStockIsNoLeak() {
    sale.land(sale.buyAll(Sale.users("u", 20)));
    redis.command("SET", sale.keys.stock(), "-2");

    JsonObject report = node.run(1001);

    assertThat(finding(report, "OVERSOLD").getLong("count")).isEqualTo(2);
    assertThat(report.getJsonArray("findings")).hasSize(1);
  }

  @Test
  @DisplayName("a total that is no number is said to be none, with the item and the column")
  void namesBadTotals() {
    mysql.query("ALTER TABLE seckill_item MODIFY total_stock VARCHAR(20) NULL");
    try {
      assertRefused("total_stock", "'20'");
      mysql.query("UPDATE seckill_item SET total_stock = NULL");
      assertRefused("total_stock", "NULL");
    } finally {
      mysql.query("UPDATE seckill_item SET total_stock = 20");
      mysql.query("ALTER TABLE seckill_item MODIFY total_stock BIGINT NOT NULL");
    }
    assertThat(node.run(1001).getString("verdict")).isEqualTo("BALANCED");
  }

  @ParameterizedTest
  @DisplayName("an end that there is not is said to be none, with the item and the column")
  @ValueSource(strings = {"2026-00-10 00:00:00.000", "0000-00-00 00:00:00.000"})
  void namesBadDates(String date) {
    SqlConnection writer = mysql.connect();
    TestVertx.await(writer.query("SET sql_mode = 'ALLOW_INVALID_DATES'").execute());
    TestVertx.await(writer.query("UPDATE seckill_item SET end_at = '" + date + "'").execute());
    TestVertx.await(writer.close());
    assertRefused("end_at", "'" + date + "'");
  }

  private void assertRefused(String column, String value) {
    Throwable refusal = failure(node.request(1001));
    assertThat(Node.outcome(refusal)).isEqualTo(Outcome.DEGRADED);
    assertThat(refusal.getMessage()).contains("item 1001", column, value);
  }

  @Test
  @DisplayName("restocked units are part of the sum")
  void countsRestock() {
    sale.land(sale.buyAll(Sale.users("u", 2)));
    redis.command("INCRBY", sale.keys.stock(), "7");
    mysql.query("UPDATE seckill_item SET restocked = 7 WHERE id = 1001");

    assertThat(node.run(1001).getString("verdict")).isEqualTo("BALANCED");
  }

  @Test
  @DisplayName("more promised than there is: oversold, with the youngest orders first")
  void findsTooMuchPromised() {
    List<Order> orders = sale.buyAll(Sale.users("u", 4));
    sale.land(orders);
    redis.command("INCRBY", sale.keys.stock(), "2");

    JsonObject report = node.run(1001);

    JsonObject oversold = finding(report, "OVERSOLD");
    assertThat(oversold.getLong("count")).isEqualTo(2);
    assertThat(texts(oversold, "orders"))
        .containsExactly(orders.get(3).orderId(), orders.get(2).orderId());
    assertThat(report.getJsonArray("findings")).hasSize(1);
  }

  @Test
  @DisplayName("more live orders than units: oversold")
  void findsTooManyOrders() {
    List<Order> orders = sale.buyAll(Sale.users("u", 23));
    sale.land(orders);

    JsonObject oversold = finding(node.run(1001), "OVERSOLD");

    assertThat(oversold.getLong("count")).isEqualTo(3);
    assertThat(texts(oversold, "orders"))
        .containsExactly(
            orders.get(22).orderId(), orders.get(21).orderId(), orders.get(20).orderId());
  }

  @Test
  @DisplayName("orders beyond the ledger are a finding, and so is a ledger beyond the orders")
  void comparesLedger() {
    List<Order> orders = sale.buyAll(Sale.users("u", 3));
    sale.land(orders);
    mysql.query("UPDATE seckill_item SET sold = 2 WHERE id = 1001");
    assertThat(finding(node.run(1001), "SOLD_DIFFERS").getLong("count")).isEqualTo(1);

    mysql.query("UPDATE seckill_item SET sold = 5 WHERE id = 1001");
    JsonObject beyond = finding(node.run(1001), "SOLD_DIFFERS");
    assertThat(beyond.getLong("count")).isEqualTo(2);
    assertThat(beyond.getString("detail")).contains("5 sold").contains("3 live orders");
  }

  @Test
  @DisplayName("of an item that is no longer in Redis the ledger is checked against the orders")
  void checksExpiredItems() {
    Sale old = new Sale(redis, mysql, 7, 10, Instant.now().minus(Duration.ofDays(3)));
    List<Order> orders = old.buyAll(Sale.users("u", 4));
    old.land(orders);
    redis.command(
        "UNLINK", old.keys.item(), old.keys.stock(), old.keys.users(), old.keys.receipts());

    assertThat(node.run(7).getString("verdict")).isEqualTo("BALANCED");

    delete(orders.get(0));
    JsonObject report = node.run(7);
    assertThat(report.getString("verdict")).isEqualTo("FINDINGS");
    assertThat(finding(report, "SOLD_DIFFERS").getLong("count")).isEqualTo(1);
  }

  @Test
  @DisplayName("an item that was never preheated balances")
  void acceptsDrafts() {
    mysql.query(
        "INSERT INTO seckill_item (id, sku, name, price_cents, total_stock, start_at, end_at,"
            + " created_at) VALUES (8, 's', 'n', 1, 5, '2030-01-01', '2030-01-02', '2029-01-01')");

    assertThat(node.run(8).getString("verdict")).isEqualTo("BALANCED");
  }
}
