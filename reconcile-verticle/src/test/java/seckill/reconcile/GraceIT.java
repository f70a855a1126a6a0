package seckill.reconcile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import seckill.reconcile.Sale.Order;
import seckill.testkit.TestVertx;

class GraceIT extends SaleFixture {

  @Test
  @DisplayName("a gap that heals within the grace time is no finding")
  void forgivesWhatHeals() {
    try (Node patient = Node.start(redis, mysql, "graceMillis", 3000)) {
      List<Order> orders = sale.buyAll(Sale.users("u", 3));
      sale.land(orders);
      delete(orders.get(1));
      redis.command("DECR", sale.keys.stock());
      redis.command("CONFIG", "RESETSTAT");

      Future<JsonObject> running = patient.request(1001);
      await().until(() -> commandCount("smismember") > 0);
      sale.insert(List.of(orders.get(1)));
      redis.command("INCR", sale.keys.stock());

      JsonObject report = TestVertx.await(running);
      assertThat(report.getString("verdict")).isEqualTo("BALANCED");
      assertThat(report.getJsonArray("findings")).isEmpty();
      assertThat(patient.alerts).isEmpty();
    }
  }

  @Test
  @DisplayName("only the ids that were missing both times are told")
  void tellsOnlyWhatLasted() {
    try (Node patient = Node.start(redis, mysql, "graceMillis", 3000)) {
      List<Order> orders = sale.buyAll(Sale.users("u", 3));
      sale.land(orders);
      delete(orders.get(0));
      delete(orders.get(1));
      redis.command("CONFIG", "RESETSTAT");

      Future<JsonObject> running = patient.request(1001);
      await().until(() -> commandCount("smismember") > 0);
      delete(orders.get(2));
      sale.insert(List.of(orders.get(1)));

      JsonObject lost = finding(TestVertx.await(running), "LOST");
      assertThat(lost.getLong("count")).isEqualTo(1);
      assertThat(texts(lost, "users")).containsExactly(orders.get(0).user());
    }
  }
}
