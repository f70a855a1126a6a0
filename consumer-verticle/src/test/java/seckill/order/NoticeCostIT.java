package seckill.order;

import static org.assertj.core.api.Assertions.assertThat;
import static seckill.order.Sale.ITEM;

import io.vertx.core.Vertx;
import io.vertx.junit5.VertxExtension;
import io.vertx.sqlclient.Tuple;
import java.time.Clock;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import seckill.contract.OrderMessage;
import seckill.contract.OrderRules;
import seckill.order.notice.NoticeBook;
import seckill.runtime.MySqlLink;
import seckill.testkit.MySqlExtension;
import seckill.testkit.RedisExtension;
import seckill.testkit.TestMySql;
import seckill.testkit.TestRedis;
import seckill.testkit.TestVertx;

@ExtendWith({VertxExtension.class, RedisExtension.class, MySqlExtension.class})
class NoticeCostIT {
  private Sale sale;
  private MySqlLink mysql;

  @BeforeEach
  void prepare(Vertx vertx, TestRedis redis, TestMySql server) {
    sale = new Sale(vertx, redis, server).with("notify", "sender", "log").item(ITEM, 100_000);
    mysql = new MySqlLink(vertx, ConsumerSetup.of(sale.checkedSettings()).mysql().withPoolSize(1));
  }

  /** Statements of the only connection so far, the one that asks included. */
  private long statements() {
    return Long.parseLong(
        TestVertx.await(mysql.execute("SHOW SESSION STATUS LIKE 'Questions'", Tuple.tuple()))
            .iterator()
            .next()
            .getString(1));
  }

  private long statementsFor(NoticeBook book, int orders, String users) {
    OrderRepository repository =
        new OrderRepository(
            mysql, Clock.systemUTC(), new OrderRules(0, 0), new CreatedNotices(book));
    List<OrderMessage> batch =
        IntStream.range(0, orders)
            .mapToObj(i -> new OrderMessage(sale.newOrderId(), ITEM, users + i, Sale.PRICE, 1, ""))
            .toList();
    long before = statements();
    TestVertx.await(repository.insertFresh(ITEM, batch, () -> {}));
    return statements() - before - 1;
  }

  @Test
  @DisplayName("telling buyers costs one statement per transaction, however many orders it has")
  void oneMoreStatement() {
    NoticeBook on = NoticeBook.of(ConsumerSetup.of(sale.checkedSettings()).notices());
    for (int orders : new int[] {1, 10, 1000}) {
      long without = statementsFor(NoticeBook.NONE, orders, "without" + orders + "-");
      long with = statementsFor(on, orders, "with" + orders + "-");
      System.out.println(
          "NoticeCostIT " + orders + " orders: " + without + " statements, " + with + " told");

      assertThat(with).isEqualTo(without + 1);
    }
  }
}
