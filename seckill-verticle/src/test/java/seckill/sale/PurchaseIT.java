package seckill.sale;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import seckill.contract.Addresses;
import seckill.contract.ItemKeys;
import seckill.contract.Outcome;
import seckill.contract.PurchaseAttempt;
import seckill.contract.PurchaseResult;
import seckill.testkit.MySqlExtension;
import seckill.testkit.RedisExtension;
import seckill.testkit.TestMySql;
import seckill.testkit.TestRedis;

@ExtendWith({RedisExtension.class, MySqlExtension.class})
class PurchaseIT {
  private static final long ITEM = 1001;

  private TestRedis redis;
  private Till till;

  @BeforeEach
  void open(TestRedis redis, TestMySql mysql) {
    this.redis = redis;
    till = Till.two(redis, mysql);
  }

  @AfterEach
  void close() {
    till.close();
  }

  @Test
  @DisplayName("the last unit goes to one of many buyers who come at once, every time")
  void lastUnit() {
    List<String> users = IntStream.range(0, 200).mapToObj(i -> "u" + i).toList();
    for (int round = 1; round <= 20; round++) {
      till.sell(round, 1);
      List<JsonObject> answers = till.rush(round, users);
      assertThat(Till.count(answers, Outcome.ACCEPTED)).isEqualTo(1);
      assertThat(Till.count(answers, Outcome.SOLD_OUT)).isEqualTo(199);
      till.assertBalanced(round, 1);
    }
  }

  @Test
  @DisplayName("an impatient user gets one unit and one order id, and leaves the others theirs")
  void repeatedClicks() {
    till.sell(ITEM, 3);
    PurchaseResult first = till.buy(ITEM, "u1");
    assertThat(first.outcome()).isEqualTo(Outcome.ACCEPTED);
    for (int i = 0; i < 9; i++) {
      PurchaseResult again = till.buy(ITEM, "u1");
      assertThat(again.outcome()).isEqualTo(Outcome.DUPLICATE);
      assertThat(again.orderId()).isEqualTo(first.orderId());
    }
    till.assertBalanced(ITEM, 3);
    assertThat(redis.get(Till.keys(ITEM).stock())).isEqualTo("2");
    assertThat(till.buy(ITEM, "u2").outcome()).isEqualTo(Outcome.ACCEPTED);
    assertThat(till.buy(ITEM, "u3").outcome()).isEqualTo(Outcome.ACCEPTED);
    assertThat(till.buy(ITEM, "u4").outcome()).isEqualTo(Outcome.SOLD_OUT);
    assertThat(till.buy(ITEM, "u1").orderId()).isEqualTo(first.orderId());
    till.assertBalanced(ITEM, 3);
  }

  @Test
  @DisplayName("the same user in parallel on two tills gets one unit")
  void sameUserInParallel() {
    till.sell(ITEM, 100);
    List<JsonObject> answers = till.rush(ITEM, Collections.nCopies(50, "u1"));
    assertThat(Till.count(answers, Outcome.ACCEPTED)).isEqualTo(1);
    assertThat(Till.count(answers, Outcome.DUPLICATE)).isEqualTo(49);
    assertThat(answers.stream().map(answer -> answer.getString("orderId")).distinct()).hasSize(1);
    till.assertBalanced(ITEM, 100);
    assertThat(redis.get(Till.keys(ITEM).stock())).isEqualTo("99");
  }

  @Test
  @DisplayName("repeats within one batch are decided in the order of their arrival")
  void repeatsWithinABatch() {
    till.sell(ITEM, 2);
    PurchaseAttempt first = Till.attempt(ITEM, "u1");
    List<PurchaseResult> results =
        till.buyAll(
            ITEM,
            List.of(
                first,
                Till.attempt(ITEM, "u1"),
                Till.attempt(ITEM, "u2"),
                Till.attempt(ITEM, "u3"),
                first));
    assertThat(results.stream().map(PurchaseResult::outcome))
        .containsExactly(
            Outcome.ACCEPTED,
            Outcome.DUPLICATE,
            Outcome.ACCEPTED,
            Outcome.SOLD_OUT,
            Outcome.ACCEPTED);
    assertThat(results.get(1).orderId()).isEqualTo(first.orderId());
    assertThat(results.get(4).replayed()).isTrue();
    assertThat(results.get(0).replayed()).isFalse();
    till.assertBalanced(ITEM, 2);
  }

  @Test
  @DisplayName("a batch larger than a script call is decided in order and in full")
  void largeBatch() {
    till.sell(ITEM, 1500);
    List<PurchaseAttempt> attempts = new ArrayList<>();
    for (int i = 0; i < 2500; i++) {
      attempts.add(Till.attempt(ITEM, "user-" + i));
    }
    List<PurchaseResult> results = till.buyAll(ITEM, attempts);
    for (int i = 0; i < 2500; i++) {
      assertThat(results.get(i).outcome())
          .isEqualTo(i < 1500 ? Outcome.ACCEPTED : Outcome.SOLD_OUT);
    }
    till.assertBalanced(ITEM, 1500);
  }

  @Test
  @DisplayName("a repeated idempotency key gets the first answer, another parameter is refused")
  void idempotencyKey() {
    till.sell(ITEM, 5);
    JsonObject request = Till.json(Till.attempt(ITEM, "u1")).put("idempotencyKey", "k1");
    JsonObject first = till.ask(Addresses.PURCHASE, request);
    assertThat(first.getBoolean("replayed")).isFalse();

    JsonObject again = till.ask(Addresses.PURCHASE, request.copy().put("orderId", newId()));
    assertThat(again.getString("code")).isEqualTo("ACCEPTED");
    assertThat(again.getBoolean("replayed")).isTrue();
    assertThat(again.getString("orderId")).isEqualTo(first.getString("orderId"));

    JsonObject reused =
        till.ask(
            Addresses.PURCHASE, request.copy().put("orderId", newId()).put("reference", "other"));
    assertThat(reused.getString("code")).isEqualTo("KEY_REUSED");
    JsonObject otherKey =
        till.ask(
            Addresses.PURCHASE, request.copy().put("orderId", newId()).put("idempotencyKey", "k2"));
    assertThat(otherKey.getString("code")).isEqualTo("DUPLICATE");
    assertThat(otherKey.getString("orderId")).isEqualTo(first.getString("orderId"));
    JsonObject retried = till.ask(Addresses.PURCHASE, request.copy().putNull("idempotencyKey"));
    assertThat(retried.getBoolean("replayed")).isTrue();
    till.assertBalanced(ITEM, 5);
  }

  @Test
  @DisplayName("a holder hears the order id when the item is sold out, paused or not usable")
  void holderAlwaysHears() {
    ItemKeys keys = till.sell(ITEM, 1);
    String orderId = till.buy(ITEM, "u1").orderId();
    assertThat(till.buy(ITEM, "u1").orderId()).isEqualTo(orderId);
    till.admin(Addresses.ITEM_PAUSE, ITEM);
    assertThat(till.buy(ITEM, "u1").orderId()).isEqualTo(orderId);
    assertThat(till.buy(ITEM, "u2").outcome()).isEqualTo(Outcome.PAUSED);
    till.admin(Addresses.ITEM_RESUME, ITEM);
    redis.command("HSET", keys.item(), "end_at", "1");
    assertThat(till.buy(ITEM, "u1").orderId()).isEqualTo(orderId);
    assertThat(till.buy(ITEM, "u2").outcome()).isEqualTo(Outcome.ENDED);
    redis.command("HDEL", keys.item(), "end_at");
    assertThat(till.buy(ITEM, "u1").orderId()).isEqualTo(orderId);
    assertThat(till.buy(ITEM, "u2").outcome()).isEqualTo(Outcome.DEGRADED);
    assertThat(till.ask(Addresses.PURCHASE_MINE, Till.forItem(ITEM).put("userId", "u1")))
        .isEqualTo(new JsonObject().put("orderId", orderId));
  }

  @Test
  @DisplayName("before the sale opens everybody hears when it does, and nothing is touched")
  void beforeTheStart() {
    ItemKeys keys = till.sell(ITEM, 10);
    long start = System.currentTimeMillis() + 3_600_000;
    redis.command("HSET", keys.item(), "start_at", "" + start, "end_at", "" + (start + 1000));
    List<String> users = IntStream.range(0, 100).mapToObj(i -> "u" + i).toList();
    List<JsonObject> early = till.rush(ITEM, users);
    assertThat(Till.count(early, Outcome.NOT_STARTED)).isEqualTo(100);
    assertThat(early.get(0).getInstant("startAt").toEpochMilli()).isEqualTo(start);
    till.assertBalanced(ITEM, 10);

    redis.command("HSET", keys.item(), "start_at", "0");
    List<JsonObject> open = till.rush(ITEM, users);
    assertThat(Till.count(open, Outcome.ACCEPTED)).isEqualTo(10);
    assertThat(Till.count(open, Outcome.SOLD_OUT)).isEqualTo(90);
    till.assertBalanced(ITEM, 10);
  }

  private static String newId() {
    return UUID.randomUUID().toString();
  }
}
