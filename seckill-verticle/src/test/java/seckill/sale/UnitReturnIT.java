package seckill.sale;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import seckill.contract.Addresses;
import seckill.contract.Idempotency;
import seckill.contract.Outcome;
import seckill.contract.PurchaseAttempt;
import seckill.contract.PurchaseResult;
import seckill.testkit.TestVertx;

class UnitReturnIT extends UnitCase {

  @Test
  @DisplayName("a unit that comes back is for sale again, and its user may buy again")
  void comesBack() {
    till.sell(ITEM, 1);
    String first = order("u1");
    assertThat(till.buy(ITEM, "u2").outcome()).isEqualTo(Outcome.SOLD_OUT);

    JsonObject reply = till.ask(Addresses.UNIT_RETURN, about("u1", first, 1));

    assertThat(reply).isEqualTo(new JsonObject().put("result", "RETURNED").put("stock", 1));
    assertLaws(1);
    PurchaseResult again = till.buy(ITEM, "u1");
    assertThat(again.outcome()).isEqualTo(Outcome.ACCEPTED);
    assertThat(again.orderId()).isNotEqualTo(first);
    assertThat(till.buy(ITEM, "u1").orderId()).isEqualTo(again.orderId());
    assertLaws(1);
  }

  @Test
  @DisplayName("however often and at once it is asked for, a unit comes back once")
  void onlyOnce() {
    till.sell(ITEM, 10);
    String order = order("u1");
    List<Future<JsonObject>> asked = new ArrayList<>();
    for (int i = 0; i < 30; i++) {
      asked.add(till.send(Addresses.UNIT_RETURN, about("u1", order, 1 + i % 3)));
    }
    TestVertx.await(Future.all(asked));

    assertThat(asked.stream().map(reply -> reply.result().getString("result")))
        .containsOnlyOnce("RETURNED")
        .contains("ALREADY");
    assertThat(stock()).isEqualTo(10);
    assertLaws(10);
  }

  @Test
  @DisplayName("a return that comes after its user bought again does not touch the new order")
  void tooLate() {
    till.sell(ITEM, 2);
    String first = order("u1");
    giveBack("u1", first, 1);
    String second = order("u1");

    assertThat(giveBack("u1", first, 1)).isEqualTo("ALREADY");
    assertThat(giveBack("u1", UUID.randomUUID().toString(), 9)).isEqualTo("ALREADY");
    assertThat(giveBack("stranger", second, 9)).isEqualTo("ALREADY");

    assertThat(holds("u1")).isTrue();
    assertLaws(2);
  }

  @Test
  @DisplayName("an order with an idempotency key comes back like any other")
  void withFingerprint() {
    till.sell(ITEM, 2);
    PurchaseAttempt keyed =
        new PurchaseAttempt(
            ITEM,
            "u1",
            UUID.randomUUID().toString(),
            Idempotency.fingerprint("key", ""),
            "",
            Long.MAX_VALUE);
    till.buy(keyed);

    assertThat(giveBack("u1", keyed.orderId(), 1)).isEqualTo("RETURNED");
    assertLaws(2);
  }

  @Test
  @DisplayName("an attempt that comes again after its unit was given back is no new order")
  void theAttemptAgain() {
    till.sell(ITEM, 2);
    PurchaseAttempt attempt = Till.attempt(ITEM, "u1");
    till.buy(attempt);
    giveBack("u1", attempt.orderId(), 1);
    long streamed = redis.number("XLEN", KEYS.orders());

    PurchaseResult again = till.buy(attempt);

    assertThat(again.outcome()).isEqualTo(Outcome.ACCEPTED);
    assertThat(again.replayed()).isTrue();
    assertThat(again.orderId()).isEqualTo(attempt.orderId());
    assertThat(redis.number("XLEN", KEYS.orders())).isEqualTo(streamed);
    assertThat(stock()).isEqualTo(2);
    assertLaws(2);
  }

  @Test
  @DisplayName("after all units came back the item sells on, to holders of before and others")
  void allBack() {
    till.sell(ITEM, 3);
    List<String> users = List.of("u1", "u2", "u3");
    for (String user : users) {
      giveBack(user, order(user), 1);
    }
    assertLaws(3);
    assertThat(till.preheat(ITEM).getBoolean("alreadyActive")).isTrue();
    for (String user : users) {
      order(user);
    }
    assertThat(till.buy(ITEM, "u4").outcome()).isEqualTo(Outcome.SOLD_OUT);
    assertLaws(3);
    assertThat(redis.number("PTTL", KEYS.users()))
        .isGreaterThan(redis.number("PTTL", KEYS.stock()));
  }

  @Test
  @DisplayName("every key that a return makes ends with the users, those there were keep their end")
  void keysEnd() {
    till.sell(ITEM, 3);
    String first = order("u1");
    order("u2");
    long usersEnd = redis.number("PEXPIRETIME", KEYS.users());
    long stockEnd = redis.number("PEXPIRETIME", KEYS.stock());

    assertThat(giveBack(about("u1", first, 1).put("right", false))).isEqualTo("RETURNED");

    for (String key : List.of(KEYS.users(), KEYS.receipts(), KEYS.barred(), KEYS.returned())) {
      assertThat(redis.number("PEXPIRETIME", key)).as(key).isEqualTo(usersEnd);
    }
    for (String key : List.of(KEYS.stock(), KEYS.item())) {
      assertThat(redis.number("PEXPIRETIME", key)).as(key).isEqualTo(stockEnd);
    }
  }

  @Test
  @DisplayName("who may not buy any more hears LAPSE_LIMIT, others buy the unit that came back")
  void barred() {
    till.sell(ITEM, 1);
    giveBack(about("u1", order("u1"), 1).put("right", false));

    PurchaseResult barred = till.buy(ITEM, "u1");

    assertThat(barred.outcome()).isEqualTo(Outcome.LAPSE_LIMIT);
    assertThat(barred.orderId()).isNull();
    assertLaws(1);
    order("u2");
    assertThat(till.buy(ITEM, "u1").outcome()).isEqualTo(Outcome.SOLD_OUT);
    assertLaws(1);
  }

  @Test
  @DisplayName("a unit that was none of those for sale frees its user only")
  void withoutUnit() {
    till.sell(ITEM, 2);
    String order = order("u1");
    // As after a failover that forgot a sale: one holder more than units.
    redis.command("INCR", KEYS.stock());

    assertThat(giveBack(about("u1", order, 1).put("unit", false))).isEqualTo("RETURNED");

    assertThat(stock()).isEqualTo(2);
    assertThat(holds("u1")).isFalse();
    assertLaws(2);
  }

  @Test
  @DisplayName("there are never more units than ever were for sale")
  void surplus() {
    till.sell(ITEM, 2);
    String order = order("u1");
    redis.command("INCR", KEYS.stock());

    assertThat(giveBack("u1", order, 1)).isEqualTo("SURPLUS");

    assertLaws(2);
    assertThat(giveBack("u1", order, 1)).isEqualTo("ALREADY");
  }

  @ParameterizedTest
  @CsvSource({"2, 1, 0", "2, 1, 1", "3, 2, 2", "4, 3, 1"})
  @DisplayName("of units that were sold too many those come back that were added since, no more")
  void soldTooMany(int total, int tooMany, int added) {
    till.sell(ITEM, total);
    redis.command("INCRBY", KEYS.stock(), "" + tooMany);
    List<String> orders = new ArrayList<>();
    for (int i = 0; i < total + tooMany; i++) {
      orders.add(order("u" + i));
    }
    if (added > 0) {
      till.ask(
          Addresses.ITEM_RESTOCK,
          Till.forItem(ITEM).put("units", added).put("requestId", "r").put("actor", "operator"));
    }
    assertThat(stock()).isZero();

    for (int i = total; i < total + tooMany; i++) {
      giveBack("u" + i, orders.get(i), 0);
    }

    assertThat(stock()).isEqualTo(added);
    assertLaws(total + added);
  }

  @Test
  @DisplayName("when stock leaves zero all hear of it, and otherwise nobody")
  void restocked() {
    AtomicInteger told = new AtomicInteger();
    AtomicInteger marker = new AtomicInteger();
    till.vertx.eventBus().consumer(Addresses.EVENT_RESTOCKED, fact -> told.incrementAndGet());
    till.vertx.eventBus().consumer("marker", fact -> marker.incrementAndGet());
    till.sell(ITEM, 3);
    List<String> orders = List.of(order("u0"), order("u1"), order("u2"));

    for (int i = 0; i < 3; i++) {
      giveBack("u" + i, orders.get(i), 1);
      giveBack("u" + i, orders.get(i), 1);
    }
    till.vertx.eventBus().publish("marker", "");

    await().until(() -> marker.get() == 1 && told.get() > 0);
    assertThat(told).hasValue(1);
  }

  @Test
  @DisplayName("no more orders that were given back are remembered than the setting says")
  void remembersNoMore() {
    till.sell(ITEM, 2);
    List<String> known = new ArrayList<>(List.of(KEYS.returned()));
    for (int i = 0; i < REMEMBERED; i++) {
      known.addAll(List.of("order" + i, "1"));
    }
    redis.command("HSET", known.toArray(String[]::new));

    giveBack("u1", order("u1"), 1);
    String last = order("u2");
    giveBack("u2", last, 1);

    assertThat(redis.number("HLEN", KEYS.returned())).isLessThanOrEqualTo(REMEMBERED);
    assertThat(redis.number("HEXISTS", KEYS.returned(), last)).isEqualTo(1);
    assertLaws(2);
  }

  @Test
  @DisplayName("a paused item and one whose sale is over take units back")
  void whateverTheStatus() {
    till.sell(ITEM, 3);
    String first = order("u1");
    String second = order("u2");
    till.admin(Addresses.ITEM_PAUSE, ITEM);
    assertThat(giveBack("u1", first, 1)).isEqualTo("RETURNED");
    redis.command("HSET", KEYS.item(), "end_at", "1000");
    assertThat(giveBack("u2", second, 1)).isEqualTo("RETURNED");
    assertLaws(3);
  }
}
