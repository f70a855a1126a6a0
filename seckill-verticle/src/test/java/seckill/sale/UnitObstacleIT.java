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
import seckill.contract.RedisKeys;

/** When a unit can neither come back nor go, and nothing may be written. */
class UnitObstacleIT extends UnitCase {

  @Test
  @DisplayName("keys that have expired are not made again")
  void gone() {
    till.sell(ITEM, 2);
    String order = order("u1");
    mysql.query("UPDATE seckill_item SET end_at = '2020-01-01 00:00:00', start_at = '2019-01-01'");
    redis.flush();

    assertThat(giveBack("u1", order, 1)).isEqualTo("GONE");
    assertThat(take("u1", order, 2)).isEqualTo("GONE");

    assertThat(redis.number("DBSIZE")).isZero();
    assertThat(giveBack(about("u1", order, 1).put("itemId", "77"))).isEqualTo("GONE");
  }

  @ParameterizedTest
  @ValueSource(strings = {"item", "stock", "users", "receipts", "all"})
  @DisplayName("while keys are lost before their time nothing is written, and one has to ask again")
  void lost(String key) {
    till.sell(ITEM, 2);
    String order = order("u1");
    redis.command("SREM", RedisKeys.LIVE_ITEMS, "1001");
    if (key.equals("all")) {
      redis.flush();
    } else {
      redis.command("DEL", "seckill:{1001}:" + key);
    }
    String before = everything();

    assertThat(giveBack("u1", order, 1)).isEqualTo("LOADING");
    assertThat(take("u2", UUID.randomUUID().toString(), 2)).isEqualTo("LOADING");

    assertThat(everything().replaceAll("seckill:items.*\n", "")).isEqualTo(before);
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
  @DisplayName("a request whose deadline has passed does not reach Redis")
  void deadline() {
    till.sell(ITEM, 2);
    String order = order("u1");
    String before = everything();

    JsonObject late = about("u1", order, 1).put("deadlineMillis", System.currentTimeMillis() - 1);
    assertThat(Till.failure(till.send(Addresses.UNIT_RETURN, late))).isEqualTo(Outcome.DEGRADED);
    assertThat(Till.failure(till.send(Addresses.UNIT_TAKE, late))).isEqualTo(Outcome.DEGRADED);

    assertThat(everything()).isEqualTo(before);
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
            "{\"deadlineMillis\":\"soon\"}")) {
      JsonObject request = about("u1", UUID.randomUUID().toString(), 1);
      request.mergeIn(new JsonObject(change));
      assertThat(Till.failure(till.send(Addresses.UNIT_RETURN, request)))
          .as(change)
          .isEqualTo(Outcome.BAD_REQUEST);
    }
    assertThat(redis.number("DBSIZE")).isZero();
  }
}
