package seckill.endtoend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import seckill.contract.Addresses;
import seckill.contract.ItemKeys;
import seckill.contract.RedisKeys;
import seckill.standalone.client.Reply;
import seckill.standalone.rehearsal.ItemBooks;
import seckill.testkit.MySqlExtension;
import seckill.testkit.RedisExtension;
import seckill.testkit.TestMySql;
import seckill.testkit.TestRedis;

@ExtendWith({RedisExtension.class, MySqlExtension.class})
class RestockOverGatewaysIT {
  private static final long ITEM = 1001;
  private static final ItemKeys KEYS = RedisKeys.DEFAULT.of(ITEM);
  private static final Duration SOON = Duration.ofSeconds(2);

  private TestRedis redis;
  private TestMySql mysql;
  private SaleFixture sale;

  @BeforeEach
  void start(TestRedis redis, TestMySql mysql) {
    this.redis = redis;
    this.mysql = mysql;
    sale = SaleFixture.inThisJvm(redis, mysql);
  }

  @AfterEach
  void stop() {
    sale.close();
  }

  private String code(int gateway, String user) {
    Reply reply = SaleFixture.wait(sale.as(user, gateway).buy("" + ITEM, sale.token(user), null));
    return reply.code();
  }

  private void sellOut(long units) {
    sale.open(ITEM, units);
    for (int i = 0; i < units; i++) {
      assertThat(code(i, "first" + i)).isEqualTo("ACCEPTED");
    }
    for (int gateway : new int[] {0, 1}) {
      for (int i = 0; i < 20; i++) {
        assertThat(code(gateway, "late" + i)).isEqualTo("SOLD_OUT");
      }
    }
  }

  private void sellsAgain(int gateway, String user) {
    await().atMost(SOON).until(() -> code(gateway, user).equals("ACCEPTED"));
  }

  @Test
  @DisplayName("units that are added are sold by every gateway within two seconds, and no more")
  void everyGatewayHears() {
    sellOut(1);
    JsonObject restock = new JsonObject().put("requestId", "r1").put("units", 2);

    Reply reply = SaleFixture.wait(sale.gateway(0).changeTerms("" + ITEM, "restock", restock));

    assertThat(reply.status()).as(reply.toString()).isEqualTo(200);
    sellsAgain(1, "second");
    sellsAgain(0, "third");
    assertThat(code(0, "fourth")).isEqualTo("SOLD_OUT");
    assertThat(code(1, "fifth")).isEqualTo("SOLD_OUT");
    assertThat(code(1, "third")).isEqualTo("DUPLICATE");
    assertThat(sale.settled(ITEM).orders()).hasSize(3);
  }

  @Test
  @DisplayName(
      "a unit that comes back is sold by every gateway, and to its user as if it were the first")
  void unitComesBack() {
    sellOut(1);
    String order = sale.settled(ITEM).orders().get(0).orderId();
    cancel(order, "first0");

    List<String> heard = new ArrayList<>();
    await()
        .atMost(SOON)
        .until(
            () -> {
              heard.add(code(1, "first0"));
              return heard.get(heard.size() - 1).equals("ACCEPTED");
            });

    assertThat(heard).doesNotContain("DUPLICATE");
    assertThat(code(0, "first0")).isEqualTo("DUPLICATE");
    assertThat(code(0, "late0")).isEqualTo("SOLD_OUT");
    await().atMost(SaleFixture.LANDING_LIMIT).until(() -> sale.books(ITEM).orders().size() == 1);
    ItemBooks books = sale.books(ITEM);
    assertThat(books.orders()).noneMatch(booking -> booking.orderId().equals(order));
    assertThat(books.users()).containsExactly("first0");
    assertThat(books.remaining()).isZero();
    assertThat(books.ledger()).isEqualTo(1);
  }

  // What the keeper of the orders does: the books first, then the till.
  private void cancel(String orderId, String userId) {
    mysql.query("UPDATE orders SET status = 'CANCELLED', live = NULL WHERE order_id = ?", orderId);
    mysql.query("UPDATE seckill_item SET sold = sold - 1 WHERE id = ?", ITEM);
    JsonObject request =
        new JsonObject()
            .put("itemId", "" + ITEM)
            .put("userId", userId)
            .put("orderId", orderId)
            .put("seq", 1);
    JsonObject reply =
        SaleFixture.wait(
            sale.services()
                .vertx()
                .eventBus()
                .<JsonObject>request(Addresses.UNIT_RETURN, request)
                .map(answer -> answer.body()));
    assertThat(reply.getString("result")).isEqualTo("RETURNED");
  }

  @Test
  @DisplayName("units whose news are lost are found by every gateway within two seconds")
  void lostNews() {
    sellOut(1);
    // As if the till had died between its script and the news.
    mysql.query("UPDATE seckill_item SET restocked = restocked + 2 WHERE id = ?", ITEM);
    redis.command("HINCRBY", KEYS.item(), RedisKeys.ITEM_TOTAL, "2");
    redis.command("INCRBY", KEYS.stock(), "2");

    sellsAgain(0, "second");
    sellsAgain(1, "third");

    assertThat(sale.settled(ITEM).orders()).hasSize(3);
  }
}
