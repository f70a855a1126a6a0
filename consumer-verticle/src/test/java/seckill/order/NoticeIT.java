package seckill.order;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static seckill.order.Sale.ITEM;
import static seckill.order.Sale.LIMIT;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.junit5.VertxExtension;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import seckill.order.notice.Receiver;
import seckill.testkit.MySqlExtension;
import seckill.testkit.RedisExtension;
import seckill.testkit.TestMySql;
import seckill.testkit.TestRedis;

@ExtendWith({VertxExtension.class, RedisExtension.class, MySqlExtension.class})
class NoticeIT {
  private static final int ORDERS = 50;
  private static final int FAILING = 10;

  private Sale sale;
  private Receiver receiver;

  @BeforeEach
  void prepare(Vertx vertx, TestRedis redis, TestMySql mysql) {
    receiver = Receiver.start(vertx);
    sale =
        new Sale(vertx, redis, mysql)
            .with("notify", "sender", "webhook")
            .with("notify", "url", receiver.url())
            .with("consumer", "maxBatch", 1)
            .item(ITEM, 1000);
  }

  /** After the commit, and so after the notice, some batches fail and are delivered again. */
  private final class FailsAfterTheNotice implements FaultHooks {
    private final AtomicInteger batches = new AtomicInteger();

    @Override
    public Future<Void> afterCommit(long itemId) {
      int batch = batches.getAndIncrement();
      return batch % 5 == 0 && batch / 5 < FAILING
          ? Future.failedFuture("struck")
          : Future.succeededFuture();
    }
  }

  private static List<String> created(List<String> orders) {
    return orders.stream().map(order -> order + ":CREATED").toList();
  }

  private void awaitTold(List<String> orders) {
    await()
        .atMost(LIMIT)
        .untilAsserted(
            () ->
                assertThat(receiver.accepted())
                    .containsExactlyInAnyOrderElementsOf(created(orders)));
    await().atMost(LIMIT).until(() -> sale.mysql.number("SELECT COUNT(*) FROM notice_batch") == 0);
    assertThat(sale.mysql.number("SELECT COUNT(*) FROM notice")).isZero();
    assertThat(receiver.hits()).as("each was sent once").hasSize(orders.size());
  }

  @Test
  @DisplayName("orders that are delivered again after their notice was written are told once")
  void redelivered() {
    FailsAfterTheNotice hooks = new FailsAfterTheNotice();
    List<String> orders = sale.orders(ITEM, ORDERS);
    sale.startNotices();
    sale.start("c-1", hooks);

    sale.awaitDrained(ITEM, ORDERS);
    awaitTold(orders);

    assertThat(hooks.batches).hasValue(ORDERS + FAILING);
    await()
        .untilAsserted(
            () -> assertThat(sale.counted("seckill_orders_repeated")).isEqualTo(FAILING));
  }

  @Test
  @DisplayName("while the receiver takes its time, orders land and are acknowledged all the same")
  void slowReceiver() {
    sale.with("notify", "timeoutMillis", 60_000).with("notify", "leaseMillis", 180_000);
    List<Receiver.Hit> held = new CopyOnWriteArrayList<>();
    receiver.behaving((hit, r) -> held.add(hit));
    sale.startNotices();
    sale.start("c-1", new FailsAfterTheNotice());
    List<String> orders = sale.orders(ITEM, ORDERS);

    sale.awaitDrained(ITEM, ORDERS);
    assertThat(receiver.accepted()).isEmpty();
    await().atMost(LIMIT).until(() -> !held.isEmpty());

    receiver.behaving((hit, r) -> r.accept(hit));
    held.forEach(receiver::accept);
    awaitTold(orders);
  }

  @Test
  @DisplayName(
      "while the receiver is down, orders land all the same; once it is back it hears of all")
  void receiverIsDown() {
    receiver.close();
    sale.startNotices();
    sale.start("c-1", new FailsAfterTheNotice());
    List<String> orders = sale.orders(ITEM, ORDERS);

    sale.awaitDrained(ITEM, ORDERS);
    receiver.open();

    awaitTold(orders);
  }

  @Test
  @DisplayName("what is refused or repeated is not told: only orders that were really written are")
  void onlyWhatWasWritten() {
    sale.with("consumer", "maxBatch", 100).item(1002, 3);
    List<String> orders = sale.orders(1002, 5);
    sale.add(1002, Sale.fields(orders.get(0), 1002, "u0"));
    sale.order(1002, "u1");
    sale.startNotices();

    sale.start("c-1");

    sale.awaitDrained(1002, 3, 3);
    awaitTold(orders.subList(0, 3));
  }

  @Test
  @DisplayName("where nobody is told anything, nothing is written")
  void off() {
    sale.with("notify", "sender", "off");
    sale.orders(ITEM, 5);

    sale.startNotices();
    sale.start("c-1");

    sale.awaitDrained(ITEM, 5);
    assertThat(sale.mysql.number("SELECT COUNT(*) FROM notice_batch")).isZero();
  }
}
