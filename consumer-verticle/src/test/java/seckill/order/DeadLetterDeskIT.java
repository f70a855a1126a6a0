package seckill.order;

import static org.assertj.core.api.Assertions.assertThat;
import static seckill.order.Sale.ITEM;

import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import io.vertx.junit5.VertxExtension;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import seckill.contract.Addresses;
import seckill.contract.Outcome;
import seckill.testkit.MySqlExtension;
import seckill.testkit.RedisExtension;
import seckill.testkit.TestMySql;
import seckill.testkit.TestRedis;

@ExtendWith({VertxExtension.class, RedisExtension.class, MySqlExtension.class})
class DeadLetterDeskIT {
  private Sale sale;
  private Operator operator;
  private TillStandIn till;

  @BeforeEach
  void prepare(Vertx vertx, TestRedis redis, TestMySql mysql) {
    sale = new Sale(vertx, redis, mysql).with("consumer", "maxDeliveries", 1);
    operator = new Operator(sale, "op1");
    till = new TillStandIn(vertx);
  }

  /** Sells one unit more than there is, and returns the order that went aside. */
  private String oversold() {
    sale.item(ITEM, 1);
    sale.order(ITEM, "u1");
    String order = sale.order(ITEM, "u2");
    sale.start("c-1");
    sale.awaitDrained(ITEM, 1, 1);
    return order;
  }

  @Test
  @DisplayName("letters are listed in pages, by item and state, with what they said and why")
  void lists() {
    sale.item(ITEM, 0).item(1002, 10);
    List<String> orders = sale.orders(ITEM, 5);
    sale.add(1002, Map.of("nonsense", "x"));
    sale.start("c-1");
    sale.awaitDrained(ITEM, 0, 5);
    sale.awaitDrained(1002, 0, 1);

    JsonObject first = operator.list(new JsonObject().put("itemId", "1001").put("limit", 3));
    JsonObject second =
        operator.list(
            new JsonObject()
                .put("itemId", "1001")
                .put("limit", 3)
                .put("after", first.getString("after")));
    assertThat(first.getJsonArray("letters")).hasSize(3);
    assertThat(second.getJsonArray("letters")).hasSize(2);
    assertThat(second.containsKey("after")).isFalse();
    JsonObject letter = first.getJsonArray("letters").getJsonObject(0);
    assertThat(orders).contains(letter.getString("orderId"));
    assertThat(letter.getString("reason")).isEqualTo("OVERSOLD");
    assertThat(letter.getString("state")).isEqualTo("OPEN");
    assertThat(letter.getString("userId")).startsWith("u");
    assertThat(letter.getJsonArray("history")).isEmpty();

    JsonObject other =
        operator
            .list(new JsonObject().put("itemId", "1002").put("state", "OPEN"))
            .getJsonArray("letters")
            .getJsonObject(0);
    assertThat(other.getString("reason")).isEqualTo("UNREADABLE");
    assertThat(other.getJsonObject("fields")).isEqualTo(new JsonObject().put("nonsense", "x"));
    assertThat(other.containsKey("orderId")).isFalse();
    assertThat(operator.list(new JsonObject().put("state", "DISCARDED")).getJsonArray("letters"))
        .isEmpty();
    assertThat(operator.list(new JsonObject()).getJsonArray("letters")).hasSize(6);
  }

  @Test
  @DisplayName("a given-up order is told as failed to its buyer, and to nobody else")
  void tellsTheBuyer() {
    sale.item(ITEM, 1);
    String landed = sale.order(ITEM, "u1");
    String failed = sale.order(ITEM, "u2");
    String other = sale.order(ITEM, "u3");
    sale.start("c-1");
    sale.awaitDrained(ITEM, 1, 2);
    String letter = operator.letterOf(failed);

    assertThat(operator.statusOf(failed, "u2")).isEqualTo("UNDER_REVIEW");
    operator.discard(letter);

    assertThat(operator.statusOf(failed, "u2")).isEqualTo("FAILED");
    assertThat(operator.statusOf(failed, "u1")).isEqualTo("NOT_FOUND");
    assertThat(operator.statusOf(landed, "u1")).isEqualTo("CREATED");
    assertThat(operator.statusOf(other, "u3")).isEqualTo("UNDER_REVIEW");
  }

  @Test
  @DisplayName("what MySQL says of a fault is for the log: an operator hears a code")
  void noWordOfTheStore() {
    oversold();
    String id = operator.onlyLetter();
    for (String table : List.of("dead_letter", "dead_letter_event", "admin_audit")) {
      sale.mysql.query("RENAME TABLE " + table + " TO away");
      if (!table.equals("admin_audit")) {
        assertCode(Addresses.DEAD_LETTER_LIST, new JsonObject());
      }
      assertCode(Addresses.DEAD_LETTER_DISCARD, new JsonObject().put("id", id).put("actor", "op1"));
      sale.mysql.query("RENAME TABLE away TO " + table);
    }
    operator.discard(id);
    assertThat(
            sale.mysql.number(
                "SELECT COUNT(*) FROM dead_letter_event WHERE detail LIKE '%exist%'"
                    + " OR detail LIKE '%seckill%'"))
        .isZero();
  }

  private void assertCode(String address, JsonObject request) {
    assertThat(operator.refusal(address, request))
        .contains("MYSQL-1146")
        .doesNotContainIgnoringCase("errorMessage", "table", "select", "sqlstate");
  }

  @Test
  @DisplayName("requests of the wrong shape are refused and change nothing")
  void wrongShape() {
    oversold();
    String id = operator.onlyLetter();
    operator.assertRefused(Addresses.DEAD_LETTER_REPLAY, "999", Outcome.NOT_FOUND);
    for (String bad : List.of("", "-1", "01", "x", "1e3", "9999999999999999999")) {
      operator.assertRefused(Addresses.DEAD_LETTER_REPLAY, bad, Outcome.BAD_REQUEST);
      operator.assertRefused(Addresses.DEAD_LETTER_DISCARD, bad, Outcome.BAD_REQUEST);
    }
    JsonObject good = new JsonObject().put("id", id).put("actor", "op1");
    operator.assertRefused(Addresses.DEAD_LETTER_DISCARD, null, Outcome.BAD_REQUEST);
    operator.assertRefused(
        Addresses.DEAD_LETTER_DISCARD, good.copy().put("actor", ""), Outcome.BAD_REQUEST);
    operator.assertRefused(
        Addresses.DEAD_LETTER_DISCARD, good.copy().put("id", 1), Outcome.BAD_REQUEST);
    operator.assertRefused(
        Addresses.DEAD_LETTER_DISCARD, good.copy().put("force", true), Outcome.BAD_REQUEST);
    for (JsonObject query :
        List.of(
            new JsonObject().put("state", "open"),
            new JsonObject().put("itemId", 1001),
            new JsonObject().put("limit", 0),
            new JsonObject().put("limit", 1001),
            new JsonObject().put("after", "x"),
            new JsonObject().put("x", 1))) {
      operator.assertRefused(Addresses.DEAD_LETTER_LIST, query, Outcome.BAD_REQUEST);
    }
    assertThat(till.asked).isEmpty();
    assertThat(sale.deadCopies(ITEM)).isEqualTo(1);
  }
}
