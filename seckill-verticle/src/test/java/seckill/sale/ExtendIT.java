package seckill.sale;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import seckill.contract.Addresses;
import seckill.contract.ItemGate;
import seckill.contract.Outcome;

class ExtendIT extends TermsCase {
  private static final Duration TWO_HOURS = Duration.ofHours(2);
  private static final List<String> WITH_USERS =
      List.of(KEYS.users(), KEYS.receipts(), KEYS.barred(), KEYS.returned(), KEYS.reserved());
  private static final List<String> WITH_STOCK =
      List.of(KEYS.item(), KEYS.stock(), KEYS.queue(), KEYS.seen(), KEYS.room(), KEYS.admitted());

  private Instant end() {
    return Instant.ofEpochMilli(field("end_at"));
  }

  private Instant bookedEnd() {
    return Instant.ofEpochMilli(
        mysql.number(
            "SELECT CAST(ROUND(1000 * TIMESTAMPDIFF(MICROSECOND, '1970-01-01', end_at) / 1000000)"
                + " AS SIGNED) FROM seckill_item WHERE id = ?",
            ITEM));
  }

  private long expiry(String key) {
    return redis.number("PEXPIRETIME", key);
  }

  private void endSale() {
    mysql.query(
        "UPDATE seckill_item SET start_at = UTC_TIMESTAMP(3) - INTERVAL 9 SECOND,"
            + " end_at = UTC_TIMESTAMP(3) - INTERVAL 5 SECOND WHERE id = ?",
        ITEM);
    redis.command("HSET", KEYS.item(), "end_at", "" + bookedEnd().toEpochMilli());
  }

  @Test
  @DisplayName(
      "a later end is in the books and in force, and every key of the item lives on by as much")
  void moves() {
    till.create(Till.item(ITEM, 5, new ItemGate(true, ItemGate.ChallengeMode.NEVER, null)));
    till.preheat(ITEM);
    till.ask(Addresses.QUEUE_JOIN, Till.forItem(ITEM).put("userId", "w1"));
    redis.command("ZADD", KEYS.admitted(), "" + Long.MAX_VALUE / 1024, "u1");
    redis.command("ZADD", KEYS.admitted(), "" + Long.MAX_VALUE / 1024, "u2");
    redis.command("SADD", KEYS.reserved(), "u1");
    giveBack(about("u1", order("u1"), 1).put("right", false));
    order("u2");
    redis.command("ZADD", KEYS.admitted(), "" + Long.MAX_VALUE / 1024, "u3");
    Instant later = end().plus(TWO_HOURS);

    JsonObject reply = extend("e1", later);

    assertThat(reply)
        .isEqualTo(
            new JsonObject()
                .put("itemId", "1001")
                .put("requestId", "e1")
                .put("endAt", later.toString())
                .put("inForce", true)
                .put("replayed", false));
    assertThat(end()).isEqualTo(later);
    assertThat(bookedEnd()).isEqualTo(later);
    long keptWithStock = later.toEpochMilli() + Duration.ofDays(7).toMillis();
    assertThat(field("expire_at")).isEqualTo(keptWithStock);
    for (String key : WITH_STOCK) {
      assertThat(expiry(key)).as(key).isEqualTo(keptWithStock);
    }
    for (String key : WITH_USERS) {
      assertThat(expiry(key)).as(key).isEqualTo(keptWithStock + Duration.ofHours(1).toMillis());
    }
    assertThat(expiry(KEYS.orders())).isEqualTo(-1);
    assertThat(extend("e1", later).getBoolean("replayed")).isTrue();
  }

  @Test
  @DisplayName("a sale that is over opens again, with the units and holders it had")
  void reopens() {
    till.sell(ITEM, 3);
    String order = order("u1");
    endSale();
    assertThat(till.buy(ITEM, "u2").outcome()).isEqualTo(Outcome.ENDED);

    assertThat(extend("e1", Instant.now().plus(TWO_HOURS)).getBoolean("inForce")).isTrue();

    order("u2");
    assertThat(till.buy(ITEM, "u1").orderId()).isEqualTo(order);
    assertLaws(3);
  }

  @Test
  @DisplayName("a sale that is over and gone from Redis opens again with its preheat")
  void reopensByPreheat() {
    till.sell(ITEM, 3);
    endSale();
    redis.flush();
    Instant later = Instant.now().plus(TWO_HOURS).truncatedTo(ChronoUnit.MILLIS);
    JsonObject preheat = Till.forItem(ITEM).put("actor", "olga");
    assertThat(Till.failure(till.send(Addresses.ITEM_PREHEAT, preheat))).isEqualTo(Outcome.ENDED);

    assertThat(extend("e1", later).getBoolean("inForce")).isFalse();
    till.preheat(ITEM);

    assertThat(end()).isEqualTo(later);
    order("u1");
    assertLaws(3);
  }

  @Test
  @DisplayName("an end in the books that never reached Redis is in force within a look")
  void crashInBetween() {
    AtomicInteger told = new AtomicInteger();
    till.sell(ITEM, 3);
    till.vertx.eventBus().consumer(Addresses.EVENT_ITEM_STATUS, fact -> told.incrementAndGet());
    Instant before = end();
    mysql.query("UPDATE seckill_item SET end_at = end_at + INTERVAL 2 HOUR WHERE id = ?", ITEM);

    await().until(() -> end().equals(before.plus(TWO_HOURS)));

    await().until(() -> told.get() > 0);
    assertThat(told).hasValue(1);
  }

  @Test
  @DisplayName("a damaged item whose old end has passed is built again with the end in the books")
  void damaged() {
    till.sell(ITEM, 3);
    order("u1");
    endSale();
    redis.command("DEL", KEYS.stock());
    extend("e1", Instant.now().plus(TWO_HOURS));

    till.preheat(ITEM);

    order("u2");
    assertLaws(3);
  }

  @Test
  @DisplayName("an end that is not later, or has passed, or comes after the settlement is refused")
  void refuses() {
    till.sell(ITEM, 3);
    Instant end = end();
    assertThat(Till.failure(sendExtension("e1", end))).isEqualTo(Outcome.CONFLICT);
    assertThat(Till.failure(sendExtension("e1", end.minusMillis(1)))).isEqualTo(Outcome.CONFLICT);
    endSale();
    assertThat(Till.failure(sendExtension("e1", Instant.now().minusMillis(500))))
        .isEqualTo(Outcome.BAD_REQUEST);
    settle();
    assertThat(Till.failure(sendExtension("e1", end.plus(TWO_HOURS)))).isEqualTo(Outcome.CONFLICT);
    assertThat(mysql.number("SELECT COUNT(*) FROM item_change")).isZero();
    assertThat(till.buy(ITEM, "u1").outcome()).isEqualTo(Outcome.ENDED);
  }

  @Test
  @DisplayName("a malformed end is refused and changes nothing")
  void malformed() {
    till.sell(ITEM, 3);
    Instant end = end();
    for (String change :
        List.of(
            "{\"endAt\":null}",
            "{\"endAt\":\"2030-01-01\"}",
            "{\"endAt\":\"2030-01-01T00:00:00\"}",
            "{\"endAt\":\"9999-01-01T00:00:00Z\"}",
            "{\"endAt\":1900000000000}",
            "{\"units\":5}")) {
      JsonObject request = extensionOf("e1", end.plus(TWO_HOURS)).mergeIn(new JsonObject(change));
      assertThat(Till.failure(till.send(Addresses.ITEM_EXTEND, request)))
          .as(change)
          .isEqualTo(Outcome.BAD_REQUEST);
    }

    assertThat(end()).isEqualTo(end);
    assertThat(bookedEnd()).isEqualTo(end);
  }

  @Test
  @DisplayName("a key that would go before its time, or never, is mended by the next look")
  void mendsExpiries() {
    till.sell(ITEM, 3);
    order("u1");
    long kept = expiry(KEYS.users());
    redis.command("EXPIRE", KEYS.users(), "60");
    redis.command("PERSIST", KEYS.receipts());

    await().until(() -> expiry(KEYS.users()) == kept && expiry(KEYS.receipts()) == kept);
  }
}
