package seckill.order.life;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static seckill.order.life.Shop.ITEM;
import static seckill.order.life.Shop.LIMIT;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.junit5.VertxExtension;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import seckill.contract.Addresses;
import seckill.contract.OrderStatus;
import seckill.contract.Outcome;
import seckill.testkit.MySqlExtension;
import seckill.testkit.TestMySql;
import seckill.testkit.TestVertx;

@ExtendWith({VertxExtension.class, MySqlExtension.class})
class CancelIT {

  @Test
  @DisplayName(
      "an order that is cancelled several times at once, while it is being closed, ends once and"
          + " gives one unit back")
  void endsOnce(Vertx vertx, TestMySql mysql) {
    Shop shop = new Shop(vertx, mysql, 10).item(ITEM, 10);
    shop.start();
    shop.start();
    for (int round = 0; round < 8; round++) {
      shop.till.returns.clear();
      String user = "u" + round;
      String order = shop.buy(ITEM, user);
      assertThat(shop.till.stock()).isEqualTo(9);

      // The closers of both processes find it due while its buyer cancels.
      shop.clock.advance(Duration.ofSeconds(900));
      List<Future<JsonObject>> answers = new ArrayList<>();
      for (int i = 0; i <= round % 4; i++) {
        answers.add(shop.askToCancel(order, user));
      }
      TestVertx.await(Future.all(answers));

      shop.awaitQuiet();
      assertThat(shop.status(order)).isIn("CANCELLED", "CLOSED");
      assertThat(shop.events(order)).containsExactly(shop.status(order));
      assertThat(shop.till.stock()).isEqualTo(10);
      assertThat(shop.till.returned()).containsExactly(order);
      assertThat(shop.sold(ITEM)).isZero();
      long firsts =
          answers.stream().filter(answer -> !answer.result().getBoolean("already")).count();
      assertThat(firsts).isEqualTo(shop.status(order).equals("CANCELLED") ? 1 : 0);
      assertThat(shop.cancel(order, user).getBoolean("already")).isTrue();
      assertThat(shop.outbox()).isZero();
    }
  }

  @Test
  @DisplayName("a cancelled order says so from then on, and its buyer may buy again")
  void saysSo(Vertx vertx, TestMySql mysql) {
    Shop shop = new Shop(vertx, mysql, 5).item(ITEM, 5);
    shop.start();
    String order = shop.buy(ITEM, "李雷");

    assertThat(shop.cancel(order, "李雷"))
        .isEqualTo(
            new JsonObject()
                .put("orderId", order)
                .put("itemId", "1001")
                .put("status", "CANCELLED")
                .put("already", false));
    assertThat(shop.cancel(order, "李雷").getBoolean("already")).isTrue();

    shop.awaitQuiet();
    assertThat(shop.till.returns.get(0).getString("userId")).isEqualTo("李雷");
    assertThat(shop.till.returns.get(0).getBoolean("right")).isTrue();
    assertThat(shop.hooked)
        .extracting(OrderChange::orderId, OrderChange::status)
        .containsExactly(org.assertj.core.groups.Tuple.tuple(order, OrderStatus.CANCELLED));
    await()
        .atMost(LIMIT)
        .untilAsserted(
            () ->
                assertThat(shop.news)
                    .containsExactly(
                        new JsonObject()
                            .put("itemId", "1001")
                            .put("orderId", order)
                            .put("status", "CANCELLED")));
    String second = shop.buy(ITEM, "李雷");
    assertThat(shop.live(ITEM)).isEqualTo(1);
    assertThat(shop.status(second)).isEqualTo("CREATED");
    assertThat(shop.status(order)).isEqualTo("CANCELLED");
  }

  @Test
  @DisplayName("nobody cancels a paid order, another's, or one that does not exist")
  void refusals(Vertx vertx, TestMySql mysql) {
    Shop shop = new Shop(vertx, mysql, 5).item(ITEM, 5);
    shop.start();
    // Nobody knows anything of orders that are not in MySQL.
    TestVertx.await(
        vertx
            .eventBus()
            .consumer(
                Addresses.ORDER_GET,
                message -> message.fail(Outcome.NOT_FOUND.failureCode(), "no such order"))
            .completion());
    String order = shop.buy(ITEM, "u1");
    JsonObject wish = new JsonObject().put("orderId", order).put("userId", "u1");

    shop.assertRefused(Outcome.NOT_FOUND, Addresses.ORDER_CANCEL, wish.copy().put("userId", "u1 "));
    shop.assertRefused(
        Outcome.NOT_FOUND, Addresses.ORDER_CANCEL, wish.copy().put("orderId", shop.newId()));
    for (JsonObject odd :
        List.of(
            new JsonObject(),
            wish.copy().put("orderId", "x"),
            wish.copy().put("userId", ""),
            wish.copy().put("itemId", 1001),
            wish.copy().put("extra", new JsonArray()))) {
      shop.assertRefused(Outcome.BAD_REQUEST, Addresses.ORDER_CANCEL, odd);
    }
    assertThat(shop.status(order)).isEqualTo("CREATED");
    assertThat(shop.pay(order, "p1")).isEqualTo("PAID");
    shop.assertRefused(Outcome.CONFLICT, Addresses.ORDER_CANCEL, wish);
    assertThat(shop.status(order)).isEqualTo("PAID");
    shop.awaitQuiet();
    assertThat(shop.till.returns).isEmpty();
  }

  @Test
  @DisplayName(
      "a user who has let as many orders lapse as an item allows loses the right to buy it")
  void lapses(Vertx vertx, TestMySql mysql) {
    Shop shop = new Shop(vertx, mysql, 9).item(ITEM, 9).item(1002, 9).rules(ITEM, null, 2);
    shop.start();
    for (String user : List.of("u1", "u2")) {
      shop.cancel(shop.buy(ITEM, user), user);
    }
    shop.cancel(shop.buy(ITEM, "u1"), "u1");
    shop.cancel(shop.buy(1002, "u1"), "u1");
    shop.awaitQuiet();

    assertThat(shop.till.returns)
        .extracting(r -> r.getString("itemId") + r.getString("userId") + r.getBoolean("right"))
        .containsExactlyInAnyOrder("1001u1true", "1001u2true", "1001u1false", "1002u1true");
  }

  @Test
  @DisplayName("a unit that comes back after the settlement is added to what was left")
  void settled(Vertx vertx, TestMySql mysql) {
    Shop shop = new Shop(vertx, mysql, 5).item(ITEM, 5).item(1002, 5);
    shop.start();
    String order = shop.buy(ITEM, "u1");
    for (long item : new long[] {ITEM, 1002}) {
      mysql.query(
          "INSERT INTO settlement (item_id, units, sold, unsold, settled_at)"
              + " VALUES (?, 5, 1, 4, UTC_TIMESTAMP(3))",
          item);
    }
    shop.cancel(order, "u1");
    shop.cancel(order, "u1");
    shop.awaitQuiet();
    assertThat(mysql.number("SELECT unsold FROM settlement WHERE item_id = ?", ITEM)).isEqualTo(5);
    assertThat(mysql.number("SELECT unsold FROM settlement WHERE item_id = 1002")).isEqualTo(4);
  }

  @Test
  @DisplayName("a hook that fails leaves the order, the ledger and the outbox as they were")
  void hookFails(Vertx vertx, TestMySql mysql) {
    Shop shop = new Shop(vertx, mysql, 5).item(ITEM, 5);
    shop.start(
        seckill.order.outbox.OutboxHooks.NONE,
        (connection, changes) ->
            Future.failedFuture(new IllegalStateException("no notice, no change")));
    String order = shop.buy(ITEM, "u1");
    shop.assertRefused(
        Outcome.INTERNAL,
        Addresses.ORDER_CANCEL,
        new JsonObject().put("orderId", order).put("userId", "u1"));
    assertThat(shop.status(order)).isEqualTo("CREATED");
    assertThat(shop.events(order)).isEmpty();
    shop.awaitQuiet();
    assertThat(Set.copyOf(shop.till.returns)).isEmpty();
    assertThat(shop.sold(ITEM)).isEqualTo(1);
  }
}
