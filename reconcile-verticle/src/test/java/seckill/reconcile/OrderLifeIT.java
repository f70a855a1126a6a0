package seckill.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import seckill.reconcile.Sale.Order;

class OrderLifeIT extends SaleFixture {
  private List<Order> landed(int count) {
    List<Order> orders = sale.buyAll(Sale.users("u", count));
    sale.land(orders);
    return orders;
  }

  private void end(Order order, String status) {
    mysql.query(
        "UPDATE orders SET status = ?, live = NULL WHERE order_id = ?", status, order.orderId());
    mysql.query("UPDATE seckill_item SET sold = sold - 1 WHERE id = 1001");
  }

  @Test
  @DisplayName("units on their way back explain their users, and then they are for sale again")
  void countsWhatComesBack() {
    List<Order> orders = landed(5);
    orders.subList(0, 2).forEach(sale::cancel);

    JsonObject onTheWay = node.run(1001);
    assertThat(onTheWay.getString("verdict")).isEqualTo("IN_FLIGHT");
    JsonObject numbers = onTheWay.getJsonObject("numbers");
    assertThat(numbers.getLong("users")).isEqualTo(5);
    assertThat(numbers.getLong("orders")).isEqualTo(3);
    assertThat(numbers.getLong("returning")).isEqualTo(2);
    assertThat(numbers.getLong("cancelled")).isEqualTo(2);
    assertThat(numbers.getLong("sold")).isEqualTo(3);

    sale.returnUnits(orders.subList(0, 2));
    JsonObject back = node.run(1001);
    assertThat(back.getString("verdict")).isEqualTo("BALANCED");
    assertThat(back.getJsonObject("numbers").getLong("remaining")).isEqualTo(17);
  }

  @Test
  @DisplayName("a unit that is back already while its task still stands is no finding")
  void forgivesDoneTasks() {
    List<Order> orders = landed(3);
    sale.cancel(orders.get(0));
    redis.command("SREM", sale.keys.users(), orders.get(0).user());
    redis.command("INCR", sale.keys.stock());

    assertThat(node.run(1001).getJsonArray("findings")).isEmpty();
  }

  @Test
  @DisplayName("orders that have ended are counted by how they ended")
  void countsEndedOrders() {
    List<Order> orders = landed(6);
    end(orders.get(0), "CANCELLED");
    end(orders.get(1), "CLOSED");
    end(orders.get(2), "CLOSED");
    end(orders.get(3), "REFUND_DUE");
    sale.returnUnits(orders.subList(0, 4));

    JsonObject report = node.run(1001);

    assertThat(report.getString("verdict")).isEqualTo("BALANCED");
    JsonObject numbers = report.getJsonObject("numbers");
    assertThat(numbers.getLong("cancelled")).isEqualTo(1);
    assertThat(numbers.getLong("closed")).isEqualTo(2);
    assertThat(numbers.getLong("refundDue")).isEqualTo(1);
    assertThat(numbers.getLong("orders")).isEqualTo(2);
  }

  @Test
  @DisplayName("a unit that is being taken again is neither lost nor a ghost, in whatever order")
  void forgivesWhatIsTakenAgain() {
    List<Order> orders = landed(4);
    Order redisFirst = orders.get(0);
    end(redisFirst, "CLOSED");
    redis.command(
        "HSET", sale.keys.receipts(), redisFirst.user(), redisFirst.orderId() + "|taken.7");
    sale.queue("UNIT_TAKE", redisFirst, Instant.now());
    Order mysqlFirst = orders.get(1);
    redis.command("SREM", sale.keys.users(), mysqlFirst.user());
    redis.command("HDEL", sale.keys.receipts(), mysqlFirst.user());
    redis.command("INCR", sale.keys.stock());
    sale.queue("UNIT_TAKE", mysqlFirst, Instant.now());

    JsonObject report = node.run(1001);

    assertThat(report.getJsonArray("findings")).isEmpty();
    assertThat(report.getString("verdict")).isEqualTo("IN_FLIGHT");
    assertThat(report.getJsonObject("numbers").getLong("taking")).isEqualTo(2);
  }

  @Test
  @DisplayName("the unit of an ended order that nothing gives back is stranded, not lost")
  void findsStrandedUnits() {
    List<Order> orders = landed(4);
    end(orders.get(2), "CANCELLED");

    JsonObject report = node.run(1001);

    JsonObject stranded = finding(report, "STRANDED_UNIT");
    assertThat(texts(stranded, "users")).containsExactly(orders.get(2).user());
    assertThat(texts(stranded, "orders")).containsExactly(orders.get(2).orderId());
    assertThat(stranded.getString("advice")).isNotBlank();
    assertThat(report.getJsonArray("findings")).hasSize(1);
  }

  @Test
  @DisplayName("changes that nobody carries out are a finding once they are old")
  void findsStuckChanges() {
    List<Order> orders = landed(4);
    sale.cancel(orders.get(0));
    sale.cancel(orders.get(1));
    mysql.query(
        "UPDATE outbox SET created_at = ? WHERE order_id = ?",
        Sale.utc(Instant.now().minus(Duration.ofMinutes(6))),
        orders.get(1).orderId());

    JsonObject report = node.run(1001);

    JsonObject stuck = finding(report, "STUCK_OUTBOX");
    assertThat(stuck.getLong("count")).isEqualTo(1);
    assertThat(texts(stuck, "orders")).containsExactly(orders.get(1).orderId());
    assertThat(report.getJsonArray("findings")).hasSize(1);
  }

  @Test
  @DisplayName("open dead letters are named in the report even when the books balance")
  void namesOpenLetters() {
    List<Order> orders = sale.buyAll(Sale.users("u", 7));
    assertThat(node.run(1001).getJsonObject("openDeadLetters").getLong("count")).isZero();
    orders.forEach(sale::bury);

    JsonObject report = node.run(1001);

    assertThat(report.getString("verdict")).isEqualTo("BALANCED");
    JsonObject open = report.getJsonObject("openDeadLetters");
    assertThat(open.getLong("count")).isEqualTo(7);
    assertThat(open.getJsonArray("letters")).hasSize(5);
    JsonObject first = open.getJsonArray("letters").getJsonObject(0);
    assertThat(first.getString("orderId")).isEqualTo(orders.get(0).orderId());
    assertThat(first.getString("userId")).isEqualTo("u00000");
    assertThat(first.getString("reason")).isEqualTo("test");
    assertThat(open.getString("advice")).contains("replay or discard");

    mysql.query("UPDATE dead_letter SET order_id = NULL, user_id = x'ff00'");
    JsonObject rubbish = node.run(1001).getJsonObject("openDeadLetters");
    assertThat(rubbish.getLong("count")).isEqualTo(7);
    assertThat(rubbish.getJsonArray("letters").getJsonObject(0).getString("orderId")).isNull();
  }

  @Test
  @DisplayName("dead letters that one store alone holds as open are a finding")
  void comparesDeadLetters() {
    List<Order> orders = sale.buyAll(Sale.users("u", 4));
    orders.forEach(sale::bury);
    assertThat(node.run(1001).getString("verdict")).isEqualTo("BALANCED");

    redis.command("XTRIM", sale.keys.dead(), "MAXLEN", "3");
    JsonObject missing = finding(node.run(1001), "DEAD_LETTER");
    assertThat(missing.getLong("count")).isEqualTo(1);
    assertThat(texts(missing, "orders")).containsExactly(orders.get(0).orderId());
    assertThat(missing.getString("detail")).contains("MySQL alone", orders.get(0).streamId());

    mysql.query("UPDATE dead_letter SET state = 'DISCARDED'");
    redis.command("XTRIM", sale.keys.dead(), "MAXLEN", "1");
    JsonObject report = node.run(1001);
    JsonObject left = finding(report, "DEAD_LETTER");
    assertThat(left.getString("detail")).contains("Redis alone", orders.get(3).streamId());
    // Whoever is decided about holds no unit any more: these three should have been given back,
    // and none may be sent again.
    assertThat(report.getJsonObject("numbers").getLong("dead")).isEqualTo(1);
    assertThat(finding(report, "STRANDED_UNIT").getLong("count")).isEqualTo(3);
  }
}
