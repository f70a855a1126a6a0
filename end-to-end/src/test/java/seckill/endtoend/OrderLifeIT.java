package seckill.endtoend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import seckill.contract.ItemGate;
import seckill.contract.ItemSpec;
import seckill.contract.OrderRules;
import seckill.standalone.client.NoticeSigner;
import seckill.standalone.client.Reconciliation;
import seckill.standalone.client.Reply;
import seckill.standalone.process.DevSecret;
import seckill.standalone.rehearsal.Booking;
import seckill.standalone.rehearsal.ItemBooks;
import seckill.testkit.MySqlExtension;
import seckill.testkit.RedisExtension;
import seckill.testkit.TestMySql;
import seckill.testkit.TestRedis;

/** From the yes to the money, or back to the shelf, through all services. */
@ExtendWith({RedisExtension.class, MySqlExtension.class})
class OrderLifeIT {
  private static final long PRICE = 149_900;
  private static final Duration LIMIT = Duration.ofSeconds(60);

  private final NoticeSigner signer = new NoticeSigner(DevSecret.PAYMENT, Clock.systemUTC());
  private SaleFixture sale;

  @BeforeEach
  void start(TestRedis redis, TestMySql mysql) {
    sale = SaleFixture.inThisJvm(redis, mysql, Map.of("SECKILL_LIFE_CLOSE_MILLIS", "50"));
  }

  @AfterEach
  void stop() {
    sale.close();
  }

  private void open(long itemId, long stock, Integer payWithinSeconds, Integer maxLapses) {
    Instant now = Instant.now();
    sale.open(
        new ItemSpec(
            itemId,
            "sku",
            "Item",
            PRICE,
            stock,
            now.minusSeconds(60),
            now.plusSeconds(3600),
            ItemGate.OPEN,
            new OrderRules(payWithinSeconds, maxLapses)));
  }

  private String buy(long itemId, String user) {
    Reply reply = sale.buy(itemId, user);
    assertThat(reply.code()).as(reply.problem()).isEqualTo("ACCEPTED");
    return reply.orderId();
  }

  private Reply cancel(String order, String user) {
    return SaleFixture.wait(sale.gateway(0).cancel(order, sale.token(user)));
  }

  private String status(String order, String user) {
    return SaleFixture.wait(sale.gateway(1).order(order, sale.token(user)))
        .body()
        .getString("status");
  }

  private void awaitStatus(String order, String user, String status) {
    await().atMost(LIMIT).untilAsserted(() -> assertThat(status(order, user)).isEqualTo(status));
  }

  /** Sends a notice as a provider does: again, for as long as the answer says so. */
  private Reply pay(String order, String payment) {
    List<Reply> replies = new ArrayList<>();
    await()
        .atMost(LIMIT)
        .until(
            () -> {
              Reply reply =
                  SaleFixture.wait(sale.gateway(0).noticePayment(order, payment, PRICE, signer));
              replies.add(reply);
              return reply.succeeded() || !reply.body().getBoolean("retryable");
            });
    return replies.get(replies.size() - 1);
  }

  /** Who holds a unit, once both stores agree and the auditor finds nothing. */
  private Set<String> holders(long itemId) {
    await()
        .atMost(LIMIT)
        .untilAsserted(
            () -> {
              ItemBooks books = sale.books(itemId);
              assertThat(books.remaining() + books.users().size()).isEqualTo(books.total());
              assertThat(books.orders())
                  .extracting(Booking::userId)
                  .containsExactlyInAnyOrderElementsOf(books.users());
              assertThat(books.ledger()).isEqualTo(books.orders().size());
            });
    Reply report = new Reconciliation(sale.gateway(0)).run(Long.toString(itemId), LIMIT);
    assertThat(report.body().getString("verdict")).as(report.toString()).isEqualTo("BALANCED");
    return sale.books(itemId).users();
  }

  private void awaitRemaining(long itemId, long units) {
    await().atMost(LIMIT).until(() -> sale.books(itemId).remaining() == units);
  }

  @Test
  @DisplayName(
      "an order cancelled at once and often, while it times out, gives back one unit of ten")
  void oneUnitComesBack() {
    open(1, 10, 5, null);
    String order = buy(1, "u1");
    List<Future<Reply>> cancels = new ArrayList<>();
    for (int i = 0; i < 6; i++) {
      cancels.add(sale.gateway(i).cancel(order, sale.token("u1")));
    }
    cancels.stream().map(SaleFixture::wait).forEach(r -> assertThat(r.status()).isEqualTo(200));
    awaitStatus(order, "u1", "CANCELLED");
    awaitRemaining(1, 10);
    // What is closed later shows that the closer has been past this one.
    String later = buy(1, "u2");
    awaitStatus(later, "u2", "CLOSED");
    awaitRemaining(1, 10);
    assertThat(status(order, "u1")).isEqualTo("CANCELLED");
    Reply again = cancel(order, "u1");
    assertThat(again.body().getBoolean("already")).isTrue();
    assertThat(again.body().getString("status")).isEqualTo("CANCELLED");
    assertThat(holders(1)).isEmpty();
  }

  @Test
  @DisplayName(
      "who pays when the only unit has gone to another is refunded; the other keeps the order")
  void latePayment() {
    open(1, 1, 5, null);
    String first = buy(1, "a");
    awaitStatus(first, "a", "CLOSED");
    awaitRemaining(1, 1);
    String second = buy(1, "b");
    assertThat(pay(second, "p-b").body().getString("outcome")).isEqualTo("PAID");

    assertThat(pay(first, "p-a").body().getString("outcome")).isEqualTo("TAKING");
    awaitStatus(first, "a", "REFUND_DUE");
    assertThat(pay(first, "p-a").body().getString("outcome")).isEqualTo("REFUND_DUE");
    assertThat(status(second, "b")).isEqualTo("PAID");
    assertThat(cancel(second, "b").code()).isEqualTo("CONFLICT");
    assertThat(holders(1)).containsExactly("b");
  }

  @Test
  @DisplayName(
      "who pays late while a unit is left keeps the order, and the unit is sold to nobody else")
  void latePaymentInTime() {
    open(1, 1, null, null);
    String order = buy(1, "a");
    awaitStatus(order, "a", "CREATED");
    assertThat(cancel(order, "a").status()).isEqualTo(200);
    assertThat(pay(order, "p-a").succeeded()).isTrue();
    awaitStatus(order, "a", "PAID");
    assertThat(sale.buy(1, "b").code()).isEqualTo("SOLD_OUT");
    assertThat(sale.buy(1, "a").orderId()).isEqualTo(order);
    assertThat(holders(1)).containsExactly("a");
  }

  @Test
  @DisplayName("a cancelled unit is for sale again on every gateway, to its buyer, too")
  void soldAgain() {
    open(1, 1, null, null);
    String order = buy(1, "a");
    for (int gateway = 0; gateway < 4; gateway++) {
      Reply refused = SaleFixture.wait(sale.as("b", gateway).buy("1", sale.token("b"), null));
      assertThat(refused.code()).isEqualTo("SOLD_OUT");
    }
    cancel(order, "a");
    await().atMost(LIMIT).until(() -> sale.buy(1, "a").code().equals("ACCEPTED"));
    String newer = sale.buy(1, "a").orderId();
    assertThat(newer).isNotEqualTo(order);
    awaitStatus(newer, "a", "CREATED");
    List<String> mine =
        SaleFixture.wait(sale.gateway(1).orders(sale.token("a")))
            .body()
            .getJsonArray("orders")
            .stream()
            .map(o -> ((JsonObject) o).getString("status"))
            .toList();
    assertThat(mine).containsExactlyInAnyOrder("CREATED", "CANCELLED");
    assertThat(holders(1)).containsExactly("a");
  }

  @Test
  @DisplayName("who lets more orders lapse than the item allows may not buy it again; others may")
  void lapseLimit() {
    open(1, 5, null, 1);
    String order = buy(1, "a");
    cancel(order, "a");
    awaitRemaining(1, 5);
    assertThat(sale.buy(1, "a").code()).isEqualTo("LAPSE_LIMIT");
    assertThat(SaleFixture.wait(sale.gateway(0).mine("1", sale.token("a"))).status())
        .isEqualTo(404);
    buy(1, "b");
    assertThat(holders(1)).containsExactly("b");
  }
}
