package seckill.reconcile;

import static org.awaitility.Awaitility.await;

import io.vertx.core.Future;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.extension.ExtendWith;
import seckill.reconcile.Sale.Order;
import seckill.testkit.MySqlExtension;
import seckill.testkit.RedisExtension;
import seckill.testkit.TestMySql;
import seckill.testkit.TestRedis;

/** One sale of 20 units, and an auditor that reads three names at a time and lists five. */
@ExtendWith({RedisExtension.class, MySqlExtension.class})
abstract class SaleFixture {
  TestRedis redis;
  TestMySql mysql;
  Node node;
  Sale sale;

  @BeforeEach
  void start(TestRedis redis, TestMySql mysql) {
    this.redis = redis;
    this.mysql = mysql;
    node = Node.start(redis, mysql, "maxListed", 5, "pageSize", 3);
    sale = new Sale(redis, mysql, 1001, 20);
  }

  @AfterEach
  void close() {
    node.close();
  }

  static Throwable failure(Future<?> future) {
    await().until(future::isComplete);
    return future.cause();
  }

  void delete(Order order) {
    mysql.query("DELETE FROM orders WHERE order_id = ?", order.orderId());
  }

  long sold() {
    return mysql.number("SELECT sold FROM seckill_item WHERE id = 1001");
  }

  long commandCount(String command) {
    return redis
        .command("INFO", "commandstats")
        .toString()
        .lines()
        .filter(line -> line.startsWith("cmdstat_" + command + ":"))
        .mapToLong(line -> Long.parseLong(line.replaceAll("^[^=]*=(\\d+),.*", "$1")))
        .sum();
  }

  static JsonObject finding(JsonObject report, String kind) {
    return report.getJsonArray("findings").stream()
        .map(JsonObject.class::cast)
        .filter(finding -> finding.getString("kind").equals(kind))
        .findFirst()
        .orElseThrow(() -> new AssertionError("no " + kind + " in " + report));
  }

  static List<String> texts(JsonObject finding, String field) {
    JsonArray texts = finding.getJsonArray(field);
    return texts.stream().map(String::valueOf).collect(Collectors.toList());
  }
}
