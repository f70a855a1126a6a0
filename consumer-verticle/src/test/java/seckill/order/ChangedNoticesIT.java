package seckill.order;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static seckill.order.Sale.ITEM;
import static seckill.order.Sale.LIMIT;

import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import io.vertx.junit5.VertxExtension;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import seckill.contract.Addresses;
import seckill.order.life.LifeVerticle;
import seckill.order.notice.NoticeBook;
import seckill.order.notice.Receiver;
import seckill.order.outbox.OutboxHooks;
import seckill.testkit.MySqlExtension;
import seckill.testkit.RedisExtension;
import seckill.testkit.TestMySql;
import seckill.testkit.TestRedis;
import seckill.testkit.TestVertx;

@ExtendWith({VertxExtension.class, RedisExtension.class, MySqlExtension.class})
class ChangedNoticesIT {
  private Sale sale;
  private Receiver receiver;

  @BeforeEach
  void prepare(Vertx vertx, TestRedis redis, TestMySql mysql) {
    receiver = Receiver.start(vertx);
    sale =
        new Sale(vertx, redis, mysql)
            .with("notify", "sender", "webhook")
            .with("notify", "url", receiver.url())
            .item(ITEM, 100);
    ConsumerSetup setup = ConsumerSetup.of(sale.checkedSettings());
    TestVertx.await(
        vertx.deployVerticle(
            new LifeVerticle(
                setup.forLife(),
                sale.context(),
                new ChangedNotices(NoticeBook.of(setup.notices())),
                OutboxHooks.NONE)));
    sale.startNotices();
    sale.start("c-1");
  }

  private void ask(String address, JsonObject request) {
    TestVertx.await(sale.vertx.eventBus().request(address, request));
  }

  private void pay(String order, String payment) {
    ask(
        Addresses.ORDER_PAY,
        new JsonObject()
            .put("orderId", order)
            .put("paymentId", payment)
            .put("amountCents", Sale.PRICE));
  }

  private void cancel(String order, String user) {
    ask(Addresses.ORDER_CANCEL, new JsonObject().put("orderId", order).put("userId", user));
  }

  @Test
  @DisplayName("buyers hear of every change of their orders once, and of every refund")
  void changesAreTold() {
    List<String> orders = sale.orders(ITEM, 3);
    sale.awaitDrained(ITEM, 3);

    pay(orders.get(0), "p1");
    pay(orders.get(0), "p1");
    pay(orders.get(0), "p2");
    pay(orders.get(0), "p3");
    cancel(orders.get(1), "u1");
    cancel(orders.get(1), "u1");

    await().atMost(LIMIT).until(() -> receiver.accepted().size() == 7);
    await().atMost(LIMIT).until(() -> sale.mysql.number("SELECT COUNT(*) FROM notice_batch") == 0);
    assertThat(events(orders.get(0)))
        .containsExactly("CREATED", "PAID", "REFUND_DUE", "REFUND_DUE");
    assertThat(events(orders.get(1))).containsExactly("CREATED", "CANCELLED");
    assertThat(events(orders.get(2))).containsExactly("CREATED");
    assertThat(receiver.hits()).hasSize(7);
  }

  private List<String> events(String order) {
    return receiver.hits().stream()
        .filter(hit -> hit.json().getString("orderId").equals(order))
        .map(hit -> hit.json().getString("event"))
        .toList();
  }
}
