package seckill.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.json.JsonObject;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import seckill.reconcile.Sale.Order;
import seckill.testkit.MySqlExtension;
import seckill.testkit.RedisExtension;
import seckill.testkit.TestMySql;
import seckill.testkit.TestRedis;

@ExtendWith({RedisExtension.class, MySqlExtension.class})
class InFlightIT {
  private Node node;
  private Sale sale;
  private List<Order> orders;

  /** 100 units, 40 sold: 5 landed, 10 read and not acknowledged, 25 not read. */
  @BeforeEach
  void stopHalfWay(TestRedis redis, TestMySql mysql) {
    node = Node.start(redis, mysql);
    sale = new Sale(redis, mysql, 1001, 100);
    orders = sale.buyAll(Sale.users("u", 40));
    sale.land(orders.subList(0, 5));
    sale.deliver(10);
  }

  @AfterEach
  void close() {
    node.close();
  }

  @Test
  @DisplayName("orders on their way are counted, are no finding, and nothing is written")
  void countsWhatIsOnItsWay() {
    List<Object> untouched = sale.fingerprint();

    JsonObject report = node.run(1001);

    assertThat(report.getString("itemId")).isEqualTo("1001");
    assertThat(report.getString("verdict")).isEqualTo("IN_FLIGHT");
    assertThat(report.getJsonArray("findings")).isEmpty();
    assertThat(report.getJsonObject("numbers")).isEqualTo(numbers(5, 25, 10));
    assertThat(sale.fingerprint()).isEqualTo(untouched);
    assertThat(node.alerts).isEmpty();
  }

  @Test
  @DisplayName("an order that is committed and not yet acknowledged is counted once")
  void countsCommittedPendingOnce() {
    sale.commit(orders.subList(5, 9));

    JsonObject report = node.run(1001);

    assertThat(report.getString("verdict")).isEqualTo("IN_FLIGHT");
    assertThat(report.getJsonObject("numbers")).isEqualTo(numbers(9, 25, 6));
  }

  @Test
  @DisplayName("every look during the drain is in flight, and the one after it balances")
  void balancesAfterTheDrain() {
    for (int from = 5; from < 40; from += 7) {
      List<Order> batch = orders.subList(from, from + 7);
      sale.deliver(7);
      assertThat(node.run(1001).getString("verdict")).isEqualTo("IN_FLIGHT");
      sale.commit(batch);
      assertThat(node.run(1001).getString("verdict")).isEqualTo("IN_FLIGHT");
      sale.acknowledge(batch);
    }

    JsonObject report = node.run(1001);

    assertThat(report.getString("verdict")).isEqualTo("BALANCED");
    assertThat(report.getJsonObject("numbers")).isEqualTo(numbers(40, 0, 0));
    assertThat(report.getJsonArray("findings")).isEmpty();
  }

  @Test
  @DisplayName("while all messages are read and committed but not acknowledged, it is in flight")
  void waitsForAcknowledgements() {
    sale.deliver(40);
    sale.commit(orders.subList(5, 40));

    JsonObject report = node.run(1001);

    assertThat(report.getString("verdict")).isEqualTo("IN_FLIGHT");
    assertThat(report.getJsonObject("numbers")).isEqualTo(numbers(40, 0, 0));
  }

  @Test
  @DisplayName("a stream that no consumer has ever opened is all in flight")
  void countsWithoutGroup() {
    Sale fresh = new Sale(sale.redis, sale.mysql, 1002, 10);
    sale.redis.command("XGROUP", "DESTROY", fresh.keys.orders(), "order-writers");
    fresh.buyAll(Sale.users("u", 3));

    JsonObject report = node.run(1002);

    assertThat(report.getString("verdict")).isEqualTo("IN_FLIGHT");
    assertThat(report.getJsonObject("numbers").getLong("undelivered")).isEqualTo(3);
  }

  @Test
  @DisplayName("a dead letter is counted once, also while its message is still pending")
  void countsDeadLettersOnce() {
    sale.deliver(1);
    Order dead = orders.get(5);
    sale.redis.command("XADD", sale.keys.dead(), "*", "user_id", dead.user());

    JsonObject numbers = node.run(1001).getJsonObject("numbers");

    assertThat(numbers.getLong("dead")).isEqualTo(1);
    assertThat(numbers.getLong("pending")).isEqualTo(10);
    assertThat(numbers.getLong("undelivered")).isEqualTo(24);
  }

  @Test
  @DisplayName("dead letters keep their users accounted for, and the books balance")
  void balancesWithDeadLetters() {
    Sale other = new Sale(sale.redis, sale.mysql, 1002, 10);
    List<Order> bought = other.buyAll(Sale.users("u", 3));
    other.land(bought.subList(0, 2));
    other.bury(bought.get(2));
    // A message that never held a unit and names nobody changes no equation.
    sale.redis.command("XADD", other.keys.dead(), "*", "order_id", "garbage");

    JsonObject report = node.run(1002);

    assertThat(report.getString("verdict")).isEqualTo("BALANCED");
    assertThat(report.getJsonObject("numbers").getLong("dead")).isEqualTo(1);
    assertThat(report.getJsonArray("findings")).isEmpty();
  }

  private static JsonObject numbers(int landed, int undelivered, int pending) {
    return new JsonObject()
        .put("total", 100L)
        .put("restocked", 0L)
        .put("remaining", 60L)
        .put("users", 40L)
        .put("orders", (long) landed)
        .put("undelivered", (long) undelivered)
        .put("pending", (long) pending)
        .put("dead", 0L)
        .put("returning", 0L)
        .put("taking", 0L)
        .put("sold", (long) landed)
        .put("cancelled", 0L)
        .put("closed", 0L)
        .put("refundDue", 0L);
  }
}
