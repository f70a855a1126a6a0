package seckill.reconcile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.vertx.core.json.JsonObject;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class RequestIT extends SaleFixture {

  @Test
  @DisplayName("an unknown item is said to be unknown, and leaves no report behind")
  void knowsWhatItDoesNotKnow() {
    JsonObject report = node.run(4711);

    assertThat(report.getString("verdict")).isEqualTo("UNKNOWN_ITEM");
    assertThat(mysql.number("SELECT COUNT(*) FROM reconciliation")).isZero();
  }

  @Test
  @DisplayName("only the newest reports of each item are kept")
  void keepsFewReports() {
    new Sale(redis, mysql, 1002, 5);
    try (Node tidy = Node.start(redis, mysql, "keepReports", 2)) {
      tidy.run(1002);
      for (int i = 0; i < 4; i++) {
        tidy.run(1001);
      }
    }
    assertThat(mysql.number("SELECT COUNT(*) FROM reconciliation WHERE item_id = 1001"))
        .isEqualTo(2);
    assertThat(mysql.number("SELECT MAX(id) FROM reconciliation WHERE item_id = 1001"))
        .isEqualTo(mysql.number("SELECT MAX(id) FROM reconciliation"));
    assertThat(mysql.number("SELECT COUNT(*) FROM reconciliation WHERE item_id = 1002"))
        .isEqualTo(1);
  }

  @Test
  @DisplayName("a malformed request is refused; a broken key is an alert, and is named to who asks")
  void refusesAndFailsClearly() {
    for (Object body :
        List.of("x", new JsonObject(), new JsonObject().put("itemId", 1), item("01"))) {
      assertThat(Node.outcome(failure(node.request(body))).name()).isEqualTo("BAD_REQUEST");
    }
    redis.command("SET", sale.keys.stock(), "ten");
    assertDegraded("stock", "'ten'");
    redis.command("UNLINK", sale.keys.users());
    redis.command("SET", sale.keys.users(), "not a set");
    assertDegraded("WRONGTYPE");
    await().until(() -> node.alerts.size() == 2);
    assertThat(redis.get("seckill:lease:reconcile")).isNull();
  }

  private void assertDegraded(String... words) {
    Throwable refusal = failure(node.request(1001));
    assertThat(Node.outcome(refusal).name()).isEqualTo("DEGRADED");
    assertThat(refusal.getMessage()).contains(words);
  }

  private static JsonObject item(String id) {
    return new JsonObject().put("itemId", id);
  }
}
