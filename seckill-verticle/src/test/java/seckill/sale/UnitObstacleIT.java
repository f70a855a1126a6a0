package seckill.sale;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import seckill.contract.Addresses;
import seckill.contract.Outcome;

/** When a unit can neither come back nor go, and nothing may be written. */
class UnitObstacleIT extends UnitCase {
  private static final String FAR = "900000000000000";

  // Nobody notices by itself that an item is not whole.
  @Override
  int refreshMillis() {
    return 600_000;
  }

  private void end() {
    mysql.query("UPDATE seckill_item SET end_at = '2020-01-01 00:00:00', start_at = '2019-01-01'");
  }

  private void lose(String key) {
    if (key.equals("all")) {
      redis.flush();
    } else {
      redis.command("DEL", "seckill:{1001}:" + key);
    }
  }

  @Test
  @DisplayName("keys that have expired are not made again")
  void gone() {
    till.sell(ITEM, 2);
    String order = order("u1");
    end();
    redis.flush();

    assertThat(giveBack("u1", order, 1)).isEqualTo("GONE");
    assertThat(take("u1", order, 2)).isEqualTo("GONE");

    assertThat(redis.number("DBSIZE")).isZero();
    assertThat(giveBack(about("u1", order, 1).put("itemId", "77"))).isEqualTo("GONE");
  }

  @ParameterizedTest
  @ValueSource(strings = {"item", "stock", "users", "receipts", "all"})
  @DisplayName("while keys of an item on sale are lost nothing is written, and one asks again")
  void lost(String key) {
    till.sell(ITEM, 2);
    String order = order("u1");
    lose(key);
    String before = everything();

    assertThat(giveBack("u1", order, 1)).isEqualTo("LOADING");
    assertThat(take("u2", UUID.randomUUID().toString(), 2)).isEqualTo("LOADING");

    assertThat(everything()).isEqualTo(before);
  }

  @ParameterizedTest
  @ValueSource(strings = {"item", "stock", "users", "receipts", "all", "settled"})
  @DisplayName("what is lost after the sale stays lost: a return is done, and no unit can be had")
  void lostAfterTheEnd(String key) {
    till.sell(ITEM, 2);
    String order = order("u1");
    end();
    if (key.equals("settled")) {
      mysql.query(
          "INSERT INTO settlement (item_id, units, sold, unsold, settled_at)"
              + " VALUES (?, 2, 1, 1, UTC_TIMESTAMP(3))",
          ITEM);
    }
    lose(key.equals("settled") ? "all" : key);
    String before = everything();

    assertThat(giveBack("u1", order, 1)).isEqualTo("GONE");
    assertThat(take("u1", order, 2)).isEqualTo(key.equals("settled") ? "CLOSED" : "GONE");

    assertThat(everything()).isEqualTo(before);
  }

  @ParameterizedTest
  @CsvSource({"loading, x", "epoch, 0", "accepted, ''", "expire_at, soon", "returned, -1"})
  @DisplayName("a damaged item is nothing to wait for after its sale, one that is built is")
  void damagedAfterTheEnd(String field, String value) {
    till.sell(ITEM, 2);
    String order = order("u1");
    end();
    redis.command("HSET", KEYS.item(), field, value);
    assertThat(giveBack("u1", order, 1)).isEqualTo("GONE");
    assertThat(take("u1", order, 2)).isEqualTo("GONE");

    redis.command("HSET", KEYS.item(), "loading", "x", "loading_until", FAR);
    assertThat(giveBack("u1", order, 1)).isEqualTo("LOADING");
    assertThat(take("u1", order, 2)).isEqualTo("LOADING");
  }

  @ParameterizedTest
  @CsvSource({"loading, x", "epoch, 0", "accepted, ''", "expire_at, soon", "returned, -1"})
  @DisplayName("an item that is being built, is older than the books or not whole is left alone")
  void notWhole(String field, String value) {
    till.sell(ITEM, 2);
    String order = order("u1");
    redis.command("HSET", KEYS.item(), field, value);
    String before = everything();

    assertThat(giveBack("u1", order, 1)).isEqualTo("LOADING");
    assertThat(take("u2", UUID.randomUUID().toString(), 2)).isEqualTo("LOADING");

    assertThat(everything()).isEqualTo(before);
  }

  @ParameterizedTest
  @ValueSource(strings = {"item", "stock", "users", "receipts", "barred", "returned"})
  @DisplayName("a key of another type is named, and nothing is written")
  void wrongType(String key) {
    till.sell(ITEM, 2);
    String order = order("u1");
    String name = "seckill:{1001}:" + key;
    redis.command("DEL", name);
    redis.command("LPUSH", name, "stray");
    String before = everything();

    JsonObject reply = till.ask(Addresses.UNIT_RETURN, about("u1", order, 1));

    assertThat(reply).isEqualTo(new JsonObject().put("result", "WRONGTYPE").put("detail", name));
    assertThat(take("u2", UUID.randomUUID().toString(), 2)).isEqualTo("WRONGTYPE");
    assertThat(everything()).isEqualTo(before);
  }

  @Test
  @DisplayName("a request that has no time left does not reach Redis")
  void deadline() {
    till.sell(ITEM, 2);
    String order = order("u1");
    String before = everything();

    JsonObject late = about("u1", order, 1).put("timeLeftMillis", 0);
    assertThat(Till.failure(till.send(Addresses.UNIT_RETURN, late))).isEqualTo(Outcome.DEGRADED);
    assertThat(Till.failure(till.send(Addresses.UNIT_TAKE, late))).isEqualTo(Outcome.DEGRADED);

    assertThat(everything()).isEqualTo(before);
  }

  @Test
  @DisplayName("a take that reaches Redis after its moment takes nothing, before it it does")
  void heldUp() {
    till.sell(ITEM, 2);
    String order = order("u1");
    giveBack("u1", order, 1);
    String before = everything();

    JsonObject late = about("u1", order, 2).put("untilMillis", System.currentTimeMillis() - 1);
    assertThat(Till.failure(till.send(Addresses.UNIT_TAKE, late))).isEqualTo(Outcome.DEGRADED);
    assertThat(everything()).isEqualTo(before);

    JsonObject soon = late.copy().put("untilMillis", System.currentTimeMillis() + 3_600_000);
    assertThat(till.ask(Addresses.UNIT_TAKE, soon).getString("result")).isEqualTo("TAKEN");
  }

  @Test
  @DisplayName("a full Redis takes a unit back in full, and none is half taken from it")
  void fullRedis() {
    till.sell(ITEM, 3);
    String first = order("u1");
    String second = order("u2");
    giveBack("u1", first, 1);
    redis.command("CONFIG", "SET", "maxmemory", "1");
    try {
      assertThat(Till.failure(till.send(Addresses.UNIT_TAKE, about("u1", first, 2))))
          .isEqualTo(Outcome.DEGRADED);
      assertThat(holds("u1")).isFalse();
      assertLaws(3);

      assertThat(giveBack(about("u2", second, 3).put("right", false))).isEqualTo("RETURNED");
      assertThat(redis.number("SISMEMBER", KEYS.barred(), "u2")).isEqualTo(1);
      assertThat(redis.number("HEXISTS", KEYS.returned(), second)).isEqualTo(1);
      assertLaws(3);
    } finally {
      redis.command("CONFIG", "SET", "maxmemory", "0");
    }
    assertThat(take("u1", first, 4)).isEqualTo("TAKEN");
    assertLaws(3);
  }

  @Test
  @DisplayName("a malformed request is refused and does not reach Redis")
  void malformed() {
    for (String change :
        List.of(
            "{\"itemId\":1}",
            "{\"userId\":\"\"}",
            "{\"orderId\":\"x\"}",
            "{\"seq\":-1}",
            "{\"seq\":\"1\"}",
            "{\"seq\":1000000000000000}",
            "{\"seq\":null}",
            "{\"unit\":1}",
            "{\"right\":\"no\"}",
            "{\"timeLeftMillis\":\"soon\"}",
            "{\"untilMillis\":\"soon\"}",
            "{\"untilMillis\":-1}")) {
      JsonObject request = about("u1", UUID.randomUUID().toString(), 1);
      request.mergeIn(new JsonObject(change));
      assertThat(Till.failure(till.send(Addresses.UNIT_RETURN, request)))
          .as(change)
          .isEqualTo(Outcome.BAD_REQUEST);
    }
    assertThat(redis.number("DBSIZE")).isZero();
  }
}
