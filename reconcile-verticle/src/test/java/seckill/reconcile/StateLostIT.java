package seckill.reconcile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.vertx.core.json.JsonObject;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import seckill.reconcile.Sale.Order;

/** Keys of an item are gone, so that it cannot be sold, while both stores seem to agree. */
class StateLostIT extends SaleFixture {

  private void lose(String keys) {
    redis.command(
        "UNLINK", Stream.of(keys.split(" ")).map("seckill:{1001}:"::concat).toArray(String[]::new));
  }

  @ParameterizedTest
  @CsvSource({
    "0, item stock orders, item stock",
    "0, item stock users receipts orders dead, item stock",
    "0, stock, stock",
    "0, item, item",
    "3, item, item",
    "3, receipts, receipts",
    "3, orders, orders",
    "3, item stock users receipts, item stock",
    "20, stock, stock",
    "20, receipts orders, receipts orders"
  })
  @DisplayName("keys of an item on sale that are missing are a finding, whoever bought before")
  void lost(int sold, String keys, String missing) {
    List<Order> orders = sale.buyAll(Sale.users("u", sold));
    if (sold > 0) {
      sale.land(orders);
    }
    assertThat(node.run(1001).getString("verdict")).isEqualTo("BALANCED");
    lose(keys);

    JsonObject report = node.run(1001);

    assertThat(report.getString("verdict")).isEqualTo("FINDINGS");
    JsonObject lost = finding(report, "STATE_LOST");
    assertThat(lost.getString("detail")).endsWith(missing.replace(" ", ", "));
    assertThat(lost.getLong("count")).isEqualTo(missing.split(" ").length);
    await()
        .until(
            () ->
                node.alerts.stream()
                    .anyMatch(alert -> alert.getString("kind").equals("STATE_LOST")));
  }

  @Test
  @DisplayName("an item that has not begun has to be there, too")
  void toCome() {
    mysql.query("UPDATE seckill_item SET start_at = UTC_TIMESTAMP(3) + INTERVAL 30 MINUTE");
    lose("item stock orders");
    assertThat(finding(node.run(1001), "STATE_LOST").getLong("count")).isEqualTo(2);
  }

  @Test
  @DisplayName("a draft and an item whose sale is over need no keys")
  void neither() {
    lose("item stock orders");
    mysql.query("UPDATE seckill_item SET status = 'DRAFT' WHERE id = 1001");
    assertThat(node.run(1001).getString("verdict")).isEqualTo("BALANCED");
    mysql.query(
        "UPDATE seckill_item SET status = 'OPEN', end_at = ? WHERE id = 1001",
        Sale.utc(Instant.now().minusMillis(50)));
    assertThat(node.run(1001).getString("verdict")).isEqualTo("BALANCED");
  }
}
