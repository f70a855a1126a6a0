package seckill.sale;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import seckill.contract.Addresses;
import seckill.contract.Outcome;
import seckill.contract.PurchaseAttempt;
import seckill.contract.PurchaseResult;
import seckill.contract.RedisKeys;

/** Who holds a unit once an item is built again. */
class RecoverIT extends RecoverCase {

  @Test
  @DisplayName("a whole state is built again under a raised epoch, and nothing of it changes")
  void wholeState() {
    till.sell(ITEM, 10);
    sellTo(0, 6);
    pen.land(2);
    pen.leavePending(2);
    Map<String, String> receipts = receipts();

    JsonObject reply = recover();

    assertThat(reply.getLong("stock")).isEqualTo(4);
    assertThat(reply.getLong("holders")).isEqualTo(6);
    assertThat(reply.getLong("epoch")).isEqualTo(2);
    assertThat(reply.getString("status")).isEqualTo("OPEN");
    assertThat(mysql.number("SELECT epoch FROM seckill_item")).isEqualTo(2);
    assertThat(receipts()).isEqualTo(receipts);
    assertHolders(10, "u0", "u1", "u2", "u3", "u4", "u5");
    assertThat(recover().getLong("epoch")).isEqualTo(3);
    sellTo(6, 10);
    assertThat(till.buy(ITEM, "u10").outcome()).isEqualTo(Outcome.SOLD_OUT);
    assertThat(
            mysql.number(
                "SELECT COUNT(*) FROM admin_audit WHERE action = 'recover' AND outcome = 'OK'"))
        .isEqualTo(2);
  }

  @Test
  @DisplayName("whoever the books, the streams and the dead letters name holds a unit, nobody else")
  void everySource() {
    till.sell(ITEM, 20);
    sellTo(0, 10);
    Map<String, String> landed = pen.land(6);
    pen.leavePending(2);
    // u0 and u1 gave theirs back, in Redis not yet; u2 too, and waits for the outbox.
    pen.cancel("u0", "CANCELLED", true);
    pen.cancel("u1", "CLOSED", true);
    pen.cancel("u2", "CANCELLED", false);
    // u3 is booked and Redis has forgotten it.
    redis.command("SREM", KEYS.users(), "u3");
    redis.command("HDEL", KEYS.receipts(), "u3");
    // u9 heard yes, and the message is lost.
    String last =
        redis.command("XREVRANGE", KEYS.orders(), "+", "-", "COUNT", "1").get(0).get(0).toString();
    redis.command("XDEL", KEYS.orders(), last);
    pen.bury("open", "OPEN");
    pen.bury("discarded", "DISCARDED");
    String given = pen.bury("given-up", "DISCARDED");
    redis.command("SADD", KEYS.users(), "given-up");
    redis.command("HSET", KEYS.receipts(), "given-up", given);
    // u1 has bought again, and that message is pending.
    String again = UUID.randomUUID().toString();
    redis.command(
        "XADD", KEYS.orders(), "*", "order_id", again, "item_id", "1001", "user_id", "u1");

    JsonObject reply = recover();

    assertHolders(20, "u1", "u3", "u4", "u5", "u6", "u7", "u8", "u9", "open");
    assertThat(reply.getLong("forgotten")).isEqualTo(3);
    assertThat(receipts()).containsEntry("u1", again).containsEntry("u3", landed.get("u3"));
    assertThat(till.buy(ITEM, "u3").orderId()).isEqualTo(landed.get("u3"));
    assertThat(till.buy(ITEM, "u0").outcome()).isEqualTo(Outcome.ACCEPTED);
  }

  @Test
  @DisplayName("what names no readable user and order holds no unit; damaged otherwise, it does")
  void damaged() {
    till.sell(ITEM, 20);
    sellTo(0, 2);
    pen.land(2);
    String id = "0190b5a0-0000-7000-8000-00000000000";
    String script =
        "for _, key in ipairs({KEYS[1], KEYS[2]}) do"
            + " redis.call('XADD', key, '*', 'order_id', ARGV[1] .. '1', 'user_id', 'b\\255')"
            + " redis.call('XADD', key, '*', 'order_id', ARGV[1] .. '\\255', 'user_id', 'badly')"
            + " redis.call('XADD', key, '*', 'order_id', ARGV[1] .. '2')"
            + " redis.call('XADD', key, '*', 'user_id', 'nameless')"
            + " redis.call('XADD', key, '*', 'order_id', ARGV[1] .. '3', 'user_id', '')"
            + " redis.call('XADD', key, '*', 'nonsense', 'x')"
            + " end"
            + " redis.call('HSET', KEYS[3], 'c\\254', ARGV[1] .. '4')"
            + " redis.call('XADD', KEYS[1], '*', 'order_id', ARGV[1] .. '5', 'user_id', 'm1',"
            + " 'item_id', '77', 'price_cents', 'free')";
    redis.command("EVAL", script, "3", KEYS.orders(), KEYS.dead(), KEYS.receipts(), id);
    pen.bury("not an order", "nobody", "OPEN");
    mysql.query(
        "INSERT INTO dead_letter (item_id, stream_id, order_id, user_id, fields, reason,"
            + " deliveries, created_at) VALUES (?, '9-9', ?, X'62FF', '{}', 'UNREADABLE: test', 3,"
            + " UTC_TIMESTAMP(3)), (?, '9-8', ?, NULL, '{}', 'UNREADABLE: test', 3,"
            + " UTC_TIMESTAMP(3))",
        ITEM,
        id + "6",
        ITEM,
        id + "7");
    pen.bury(id + "8", "m2", "OPEN");

    assertThat(recover().getLong("stock")).isEqualTo(16);

    assertThat(users()).containsExactlyInAnyOrder("u0", "u1", "m1", "m2");
    String given =
        till.ask(
                Addresses.UNIT_RETURN,
                Till.forItem(ITEM).put("userId", "m2").put("orderId", id + "8").put("seq", 0))
            .getString("result");
    assertThat(given).isEqualTo("RETURNED");
    assertThat(redis.get(KEYS.stock())).isEqualTo("17");
  }

  @Test
  @DisplayName("a unit that was taken again stays with the order while the books wait for that")
  void takenAgain() {
    till.sell(ITEM, 5);
    sellTo(0, 3);
    Map<String, String> landed = pen.land(3);
    pen.cancel("u0", "CLOSED", true);
    pen.cancel("u1", "CLOSED", true);
    pen.cancel("u2", "CLOSED", true);
    pen.outbox("UNIT_TAKE", landed.get("u0"), "u0");
    pen.outbox("UNIT_TAKE", landed.get("u1"), "u1");
    redis.command("HSET", KEYS.receipts(), "u0", landed.get("u0") + "|taken.7");
    redis.command("HSET", KEYS.receipts(), "u2", landed.get("u2") + "|taken.3");

    recover();

    assertHolders(5, "u0");
    assertThat(receipts()).containsEntry("u0", landed.get("u0") + "|taken.7");
  }

  @ParameterizedTest
  @CsvSource(
      nullValues = "-",
      value = {
        "2, -, true",
        "2, 7, true",
        "-, 2, true",
        "0, 2, false",
        "7, 2, false",
        "-, -, false"
      })
  @DisplayName("the item's own rule says who is barred, and where it has none that of the settings")
  void barred(Integer own, Integer usual, boolean barred) {
    till.sell(ITEM, 9);
    if (usual != null) {
      mysql.query("INSERT INTO order_rule VALUES (0, 900, ?)", usual);
    }
    if (own != null || usual != null) {
      mysql.query("INSERT INTO order_rule VALUES (?, 60, ?)", ITEM, own);
    }
    for (int i = 0; i < 2; i++) {
      pen.insert(UUID.randomUUID().toString(), "u1");
      pen.cancel("u1", "CANCELLED", true);
    }

    recover();

    assertThat(till.buy(ITEM, "u1").outcome())
        .isEqualTo(barred ? Outcome.LAPSE_LIMIT : Outcome.ACCEPTED);
    assertThat(till.buy(ITEM, "u2").outcome()).isEqualTo(Outcome.ACCEPTED);
  }

  @Test
  @DisplayName(
      "an attempt whose order lapsed is not accepted anew, and who lapsed too often is barred")
  void lapses() {
    till.sell(ITEM, 9);
    mysql.query("INSERT INTO order_rule VALUES (?, 900, 2)", ITEM);
    List<PurchaseAttempt> attempts = new ArrayList<>();
    for (int round = 0; round < 2; round++) {
      for (String user : round == 0 ? List.of("a", "b", "c", "d") : List.of("a", "b")) {
        PurchaseAttempt attempt = Till.attempt(ITEM, user);
        attempts.add(attempt);
        assertThat(till.buy(attempt).outcome()).isEqualTo(Outcome.ACCEPTED);
      }
      pen.land(10);
      for (String user : round == 0 ? List.of("a", "b", "c", "d") : List.of("a", "b")) {
        pen.cancel(user, round == 0 ? "CANCELLED" : "CLOSED", true);
        redis.command("SREM", KEYS.users(), user);
        redis.command("HDEL", KEYS.receipts(), user);
        redis.command("HINCRBY", KEYS.item(), RedisKeys.ITEM_RETURNED, "1");
      }
    }
    redis.flush();

    recover();

    assertHolders(9);
    for (PurchaseAttempt attempt : attempts) {
      PurchaseResult again = till.buy(attempt);
      assertThat(again.outcome()).isEqualTo(Outcome.ACCEPTED);
      assertThat(again.replayed()).isTrue();
    }
    assertThat(till.buy(ITEM, "a").outcome()).isEqualTo(Outcome.LAPSE_LIMIT);
    assertThat(till.buy(ITEM, "b").outcome()).isEqualTo(Outcome.LAPSE_LIMIT);
    assertThat(till.buy(ITEM, "c").outcome()).isEqualTo(Outcome.ACCEPTED);
    assertThat(redis.get(KEYS.stock())).isEqualTo("8");
  }
}
