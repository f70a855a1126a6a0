package seckill.sale;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import seckill.contract.Addresses;
import seckill.contract.HolderFilter;
import seckill.contract.Outcome;
import seckill.contract.PurchaseResult;
import seckill.testkit.TestVertx;

class UnitTakeIT extends UnitCase {

  private String lost(String user, long seq) {
    String order = order(user);
    assertThat(giveBack(user, order, seq)).isEqualTo("RETURNED");
    return order;
  }

  @Test
  @DisplayName(
      "an order takes a unit again once, however often it is asked for, and is not streamed")
  void takes() {
    till.sell(ITEM, 2);
    String order = lost("u1", 1);
    long streamed = redis.number("XLEN", KEYS.orders());

    JsonObject reply = till.ask(Addresses.UNIT_TAKE, about("u1", order, 2));

    assertThat(reply).isEqualTo(new JsonObject().put("result", "TAKEN").put("stock", 1));
    assertThat(take("u1", order, 2)).isEqualTo("TAKEN");
    assertThat(stock()).isEqualTo(1);
    assertLaws(2);
    assertThat(redis.number("XLEN", KEYS.orders())).isEqualTo(streamed);
    PurchaseResult holder = till.buy(ITEM, "u1");
    assertThat(holder.outcome()).isEqualTo(Outcome.DUPLICATE);
    assertThat(holder.orderId()).isEqualTo(order);
    JsonObject mine = Till.forItem(ITEM).put("userId", "u1");
    assertThat(till.ask(Addresses.PURCHASE_MINE, mine).getString("orderId")).isEqualTo(order);
  }

  @Test
  @DisplayName("an order that holds its unit still keeps it, and outlives a return of before")
  void heldAllAlong() {
    till.sell(ITEM, 2);
    String order = order("u1");

    assertThat(take("u1", order, 5)).isEqualTo("TAKEN");
    assertThat(giveBack("u1", order, 4)).isEqualTo("ALREADY");

    assertThat(stock()).isEqualTo(1);
    assertThat(holds("u1")).isTrue();
    assertThat(giveBack("u1", order, 6)).isEqualTo("RETURNED");
    assertLaws(2);
  }

  @Test
  @DisplayName("requests that arrive late change nothing that a later one did")
  void reordered() {
    till.sell(ITEM, 3);
    String order = lost("u1", 1);
    assertThat(take("u1", order, 2)).isEqualTo("TAKEN");
    assertThat(giveBack("u1", order, 1)).isEqualTo("ALREADY");
    assertThat(holds("u1")).isTrue();

    assertThat(giveBack("u1", order, 3)).isEqualTo("RETURNED");
    assertThat(take("u1", order, 2)).isEqualTo("ALREADY");
    assertThat(holds("u1")).isFalse();
    assertThat(stock()).isEqualTo(3);

    assertThat(take("u1", order, 4)).isEqualTo("TAKEN");
    assertThat(take("u1", order, 2)).isEqualTo("TAKEN");
    assertThat(giveBack("u1", order, 3)).isEqualTo("ALREADY");
    assertThat(stock()).isEqualTo(2);
    assertLaws(3);
  }

  @Test
  @DisplayName("who bought again meanwhile holds that order, and takes no second unit")
  void duplicate() {
    till.sell(ITEM, 3);
    String first = lost("u1", 1);
    String second = order("u1");

    assertThat(take("u1", first, 2)).isEqualTo("DUPLICATE");

    assertThat(till.buy(ITEM, "u1").orderId()).isEqualTo(second);
    assertLaws(3);
  }

  @Test
  @DisplayName("no unit left is SOLD_OUT, a settled sale CLOSED, and nothing is written")
  void noneLeft() {
    till.sell(ITEM, 1);
    String order = lost("u1", 1);
    String other = order("u2");
    String before = everything();
    assertThat(take("u1", order, 2)).isEqualTo("SOLD_OUT");
    assertThat(everything()).isEqualTo(before);

    giveBack("u2", other, 1);
    before = everything();
    mysql.query("INSERT INTO settlement VALUES (1001, 1, 0, 1, '2026-01-01 00:00:00')");
    assertThat(take("u1", order, 3)).isEqualTo("CLOSED");
    assertThat(everything()).isEqualTo(before);
  }

  @Test
  @DisplayName("a barred user's order that was paid takes its unit, the user buys no other")
  void barred() {
    till.sell(ITEM, 2);
    String order = order("u1");
    giveBack(about("u1", order, 1).put("right", false));

    assertThat(take("u1", order, 2)).isEqualTo("TAKEN");

    assertLaws(2);
    giveBack("u1", order, 3);
    assertThat(till.buy(ITEM, "u1").outcome()).isEqualTo(Outcome.LAPSE_LIMIT);
  }

  @Test
  @DisplayName("the first unit that is taken makes keys that end with the users")
  void keysEnd() {
    till.sell(ITEM, 1);
    String order = lost("u1", 1);
    long end = redis.number("PEXPIRETIME", KEYS.returned());

    take("u1", order, 2);

    assertThat(redis.number("PEXPIRETIME", KEYS.users())).isEqualTo(end);
    assertThat(redis.number("PEXPIRETIME", KEYS.receipts())).isEqualTo(end);
  }

  @Test
  @DisplayName("the last unit that is taken is announced, and every holder is in the filter")
  void soldOut() {
    AtomicInteger told = new AtomicInteger();
    till.vertx.eventBus().consumer(Addresses.EVENT_SOLD_OUT, fact -> told.incrementAndGet());
    till.sell(ITEM, 1);
    String order = lost("u1", 1);
    await().until(() -> told.get() == 1);
    PurchaseResult before = till.buy(ITEM, "u1");
    giveBack("u1", before.orderId(), 2);

    assertThat(take("u1", order, 3)).isEqualTo("TAKEN");

    await().until(() -> told.get() == 3);
    assertThat(till.buy(ITEM, "u2").acceptedTotal()).isGreaterThan(before.acceptedTotal());
  }

  @Test
  @DisplayName("the filter of an item that is sold out again knows all who hold by then")
  void filter() {
    till.sell(ITEM, 2);
    String first = order("u1");
    String second = order("u2");
    assertThat(holders("u1", "u2")).isTrue();

    giveBack("u1", first, 1);
    order("u3");
    assertThat(holders("u2", "u3")).isTrue();

    giveBack("u2", second, 2);
    take("u1", first, 3);
    assertThat(holders("u1", "u3")).isTrue();
  }

  private boolean holders(String... users) {
    HolderFilter filter =
        TestVertx.await(
            till.vertx
                .eventBus()
                .<Buffer>request(Addresses.ITEM_HOLDERS, Till.forItem(ITEM))
                .map(reply -> HolderFilter.fromBuffer(reply.body())));
    return List.of(users).stream().allMatch(filter::mayHold);
  }

  @Test
  @DisplayName("a strange order of a strange user takes a unit like any other")
  void unknownToRedis() {
    till.sell(ITEM, 1);
    assertThat(take("u9", UUID.randomUUID().toString(), 1)).isEqualTo("TAKEN");
    assertLaws(1);
  }
}
