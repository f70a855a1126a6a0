package seckill.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import seckill.reconcile.Sale.Order;
import seckill.testkit.MySqlExtension;
import seckill.testkit.RedisExtension;
import seckill.testkit.TestMySql;
import seckill.testkit.TestRedis;

@ExtendWith({RedisExtension.class, MySqlExtension.class})
class PagingIT {
  private static final int USERS = 20_000;

  // One call instead of twenty thousand, only to be quick.
  private static final String BUY_MANY =
      "for i = 2, #ARGV, 2 do redis.call('SADD', KEYS[1], ARGV[i]);"
          + " redis.call('HSET', KEYS[2], ARGV[i], ARGV[i + 1]);"
          + " redis.call('XADD', KEYS[3], '*', 'order_id', ARGV[i + 1], 'user_id', ARGV[i]) end"
          + " return redis.call('DECRBY', KEYS[4], ARGV[1])";

  @Test
  @DisplayName("20,000 users are compared in pages, by no command that reads a set whole")
  void comparesInPages(TestRedis redis, TestMySql mysql) {
    try (Node node = Node.start(redis, mysql)) {
      Sale sale = new Sale(redis, mysql, 1001, 30_000);
      List<Order> orders = buyAll(sale);
      redis.command("XGROUP", "SETID", sale.keys.orders(), "order-writers", "$");
      sale.commit(orders);
      for (int i = 0; i < USERS; i += 2500) {
        mysql.query("DELETE FROM orders WHERE order_id = ?", orders.get(i).orderId());
        redis.command("SREM", sale.keys.users(), orders.get(i + 1).user());
      }
      redis.command("CONFIG", "RESETSTAT");

      JsonObject report = node.run(1001);

      assertThat(SaleFixture.finding(report, "LOST").getLong("count")).isEqualTo(8);
      assertThat(SaleFixture.texts(SaleFixture.finding(report, "LOST"), "users"))
          .startsWith("u00000", "u02500");
      assertThat(SaleFixture.texts(SaleFixture.finding(report, "GHOST_ORDER"), "users"))
          .hasSize(8)
          .startsWith("u00001", "u02501");
      assertThat(redis.command("INFO", "commandstats").toString())
          .doesNotContain("cmdstat_smembers", "cmdstat_keys", "cmdstat_hgetall", "cmdstat_hkeys")
          .contains("cmdstat_sscan", "cmdstat_smismember");
    }
  }

  @Test
  @DisplayName("a backlog of 20,000 messages, read and unread, is no finding")
  void countsLargeBacklogs(TestRedis redis, TestMySql mysql) {
    try (Node node = Node.start(redis, mysql)) {
      Sale sale = new Sale(redis, mysql, 1001, 30_000);
      List<Order> orders = buyAll(sale);
      sale.deliver(7000);
      sale.commit(orders.subList(0, 3000));

      JsonObject report = node.run(1001);

      assertThat(report.getString("verdict")).isEqualTo("IN_FLIGHT");
      assertThat(report.getJsonObject("numbers").getLong("orders")).isEqualTo(3000);
      assertThat(report.getJsonObject("numbers").getLong("pending")).isEqualTo(4000);
      assertThat(report.getJsonObject("numbers").getLong("undelivered")).isEqualTo(13_000);
    }
  }

  private static List<Order> buyAll(Sale sale) {
    List<Order> orders = new ArrayList<>();
    List<String> users = Sale.users("u", USERS);
    for (int from = 0; from < USERS; from += 1000) {
      List<String> arguments =
          new ArrayList<>(
              List.of(
                  BUY_MANY,
                  "4",
                  sale.keys.users(),
                  sale.keys.receipts(),
                  sale.keys.orders(),
                  sale.keys.stock(),
                  "1000"));
      for (String user : users.subList(from, from + 1000)) {
        String orderId = Sale.newOrderId();
        arguments.add(user);
        arguments.add(orderId);
        orders.add(new Order(user, orderId, null));
      }
      sale.redis.command("EVAL", arguments.toArray(String[]::new));
    }
    return orders;
  }
}
