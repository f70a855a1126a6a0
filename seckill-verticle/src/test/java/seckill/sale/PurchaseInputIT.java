package seckill.sale;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.redis.client.Response;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
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
class PurchaseInputIT {
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

  @ParameterizedTest
  @ValueSource(
      strings = {"-5", "0", "2", "1.5", "1.0", "\"1\"", "true", "[1]", "9223372036854775808"})
  @DisplayName("any quantity but one is refused and moves nothing")
  void quantity(String quantity) {
    till.sell(ITEM, 10);
    JsonObject request =
        Till.json(Till.attempt(ITEM, "u1"))
            .put("quantity", new JsonArray("[" + quantity + "]").getValue(0));
    assertThat(Till.failure(till.send(Addresses.PURCHASE, request))).isEqualTo(Outcome.BAD_REQUEST);
    till.assertBalanced(ITEM, 10);
    assertThat(till.buy(ITEM, "u1").outcome()).isEqualTo(Outcome.ACCEPTED);
    assertThat(redis.get(Till.keys(ITEM).stock())).isEqualTo("9");
  }

  @Test
  @DisplayName("user ids are bytes: case, spaces, accents, emoji and long numbers make other users")
  void userIdsAreBytes() {
    ItemKeys keys = till.sell(ITEM, 50);
    List<String> users =
        List.of(
            "User1",
            "user1",
            "user1 ",
            " user1",
            "\u00e9",
            "e\u0301",
            "e",
            "\ud83d\ude00",
            "\ud840\udc00",
            "a\u200fb",
            "9007199254740993",
            "9007199254740992",
            "1e3",
            "0x10",
            "-0",
            "0",
            "a|b",
            "a.b",
            "{1}",
            "%s",
            "x".repeat(128));
    List<String> orderIds = new ArrayList<>();
    for (String user : users) {
      PurchaseResult result = till.buy(ITEM, user);
      assertThat(result.outcome()).as(user).isEqualTo(Outcome.ACCEPTED);
      orderIds.add(result.orderId());
    }
    for (int i = 0; i < users.size(); i++) {
      PurchaseResult again = till.buy(ITEM, users.get(i));
      assertThat(again.outcome()).isEqualTo(Outcome.DUPLICATE);
      assertThat(again.orderId()).isEqualTo(orderIds.get(i));
    }
    List<String> streamed = new ArrayList<>();
    for (Response entry : redis.command("XRANGE", keys.orders(), "-", "+")) {
      streamed.add(entry.get(1).get(5).toString());
    }
    assertThat(streamed).isEqualTo(users);
    till.assertBalanced(ITEM, 50);
  }

  @Test
  @DisplayName("the order message carries ids, price, Redis time and the reference, byte for byte")
  void orderMessage() {
    ItemKeys keys = till.sell(9_007_199_254_740_991L, 5);
    PurchaseAttempt attempt =
        new PurchaseAttempt(
            9_007_199_254_740_991L, "u1", newId(), "", "cart \ud83d\uded2", Long.MAX_VALUE);
    long before = System.currentTimeMillis();
    assertThat(till.buy(attempt).outcome()).isEqualTo(Outcome.ACCEPTED);
    Response fields = redis.command("XRANGE", keys.orders(), "-", "+").get(0).get(1);
    assertThat(IntStream.range(0, fields.size()).mapToObj(i -> fields.get(i).toString()))
        .startsWith("order_id", attempt.orderId(), "item_id", "9007199254740991", "user_id", "u1")
        .containsSequence("price_cents", "149900", "purchased_at")
        .endsWith("reference", "cart \ud83d\uded2");
    assertThat(Long.parseLong(fields.get(9).toString()))
        .isBetween(before - 1000, System.currentTimeMillis() + 1000);
  }

  @Test
  @DisplayName("what the stream or MySQL could not hold is refused before Redis, the rest is sold")
  void unsoundAttempts() {
    till.sell(ITEM, 10);
    List<PurchaseResult> results =
        till.buyAll(
            ITEM,
            List.of(
                Till.attempt(ITEM, ""),
                Till.attempt(ITEM, "a\u0000b"),
                new PurchaseAttempt(ITEM, "u1", "z".repeat(36), "", "", Long.MAX_VALUE),
                new PurchaseAttempt(ITEM, "u2", newId(), "", "a\nb", Long.MAX_VALUE),
                Till.attempt(ITEM, "u3")));
    assertThat(results.stream().map(PurchaseResult::outcome))
        .containsExactly(
            Outcome.BAD_REQUEST,
            Outcome.BAD_REQUEST,
            Outcome.BAD_REQUEST,
            Outcome.BAD_REQUEST,
            Outcome.ACCEPTED);
    till.assertBalanced(ITEM, 10);
  }

  @Test
  @DisplayName("a malformed message gets a failure, never silence")
  void malformedMessages() {
    assertThat(till.buyAll(ITEM, List.of())).isEmpty();
    assertThat(Till.failure(till.send(Addresses.PURCHASE, "text"))).isEqualTo(Outcome.BAD_REQUEST);
    assertThat(Till.failure(till.send(Addresses.PURCHASE, new JsonObject())))
        .isEqualTo(Outcome.BAD_REQUEST);
    assertThat(Till.failure(till.send(Addresses.PURCHASE_BATCH, Buffer.buffer("cut"))))
        .isEqualTo(Outcome.BAD_REQUEST);
    assertThat(Till.failure(till.send(Addresses.PURCHASE_BATCH, new JsonObject())))
        .isEqualTo(Outcome.BAD_REQUEST);
    for (String id : List.of("01", "+1", " 1", "1001}", "\uff11", "0", "9007199254740992")) {
      JsonObject request = Till.json(Till.attempt(ITEM, "u1")).put("itemId", id);
      assertThat(Till.failure(till.send(Addresses.PURCHASE, request)))
          .isEqualTo(Outcome.BAD_REQUEST);
    }
    JsonObject number = Till.json(Till.attempt(ITEM, "u1")).put("itemId", ITEM);
    assertThat(Till.failure(till.send(Addresses.PURCHASE, number))).isEqualTo(Outcome.BAD_REQUEST);
  }

  @Test
  @DisplayName("an unknown item is NOT_FOUND and leaves no key behind")
  void unknownItem() {
    assertThat(till.buy(ITEM, "u1").outcome()).isEqualTo(Outcome.NOT_FOUND);
    assertThat(redis.number("DBSIZE")).isZero();
  }

  @Test
  @DisplayName("an attempt that its sender has given up reaches nothing")
  void expiredDeadline() {
    till.sell(ITEM, 10);
    JsonObject late = Till.json(Till.attempt(ITEM, "u1")).put("timeLeftMillis", 0);
    assertThat(till.ask(Addresses.PURCHASE, late).getString("code")).isEqualTo("DEGRADED");
    till.assertBalanced(ITEM, 10);
    assertThat(redis.get(Till.keys(ITEM).stock())).isEqualTo("10");
  }

  private static String newId() {
    return UUID.randomUUID().toString();
  }
}
