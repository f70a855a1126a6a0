package seckill.sale;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import seckill.contract.Addresses;
import seckill.contract.ItemSpec;
import seckill.contract.Outcome;
import seckill.testkit.TestVertx;

class RestockIT extends TermsCase {

  @Test
  @DisplayName("units that are added are in the books, for sale, announced and audited")
  void adds() {
    AtomicInteger told = new AtomicInteger();
    till.vertx.eventBus().consumer(Addresses.EVENT_RESTOCKED, fact -> told.incrementAndGet());
    till.sell(ITEM, 1);
    order("u1");
    assertThat(till.buy(ITEM, "u2").outcome()).isEqualTo(Outcome.SOLD_OUT);

    JsonObject reply = restock("r1", 2);

    assertThat(reply)
        .isEqualTo(
            new JsonObject()
                .put("itemId", "1001")
                .put("requestId", "r1")
                .put("units", 2)
                .put("total", 3)
                .put("inForce", true)
                .put("replayed", false));
    await().until(() -> told.get() == 1);
    order("u2");
    order("u3");
    assertThat(till.buy(ITEM, "u4").outcome()).isEqualTo(Outcome.SOLD_OUT);
    assertThat(bookedUnits()).isEqualTo(3);
    assertLaws(3);
    assertThat(
            mysql.number(
                "SELECT COUNT(*) FROM admin_audit WHERE action = 'restock' AND actor = 'olga'"
                    + " AND outcome = 'OK' AND item_id = ?",
                ITEM))
        .isEqualTo(1);
    JsonObject listed =
        till.ask(Addresses.ITEM_LIST, new JsonObject()).getJsonArray("items").getJsonObject(0);
    assertThat(listed.getLong("totalStock")).isEqualTo(3);
  }

  @Test
  @DisplayName("however often and at once a request is sent, its units are added once")
  void oncePerRequest() {
    till.sell(ITEM, 5);
    List<Future<JsonObject>> sent = new ArrayList<>();
    for (int i = 0; i < 12; i++) {
      sent.add(sendRestock("r" + i % 2, 10));
    }
    TestVertx.await(Future.all(sent));

    assertThat(sent.stream().filter(reply -> !reply.result().getBoolean("replayed"))).hasSize(2);
    assertThat(bookedUnits()).isEqualTo(25);
    assertThat(stock()).isEqualTo(25);
    JsonObject again = restock("r0", 10);
    assertThat(again.getBoolean("replayed")).isTrue();
    again.put("replayed", false);
    assertThat(sent.stream().map(Future::result)).contains(again);
  }

  @Test
  @DisplayName("a request id stands for one change of one item")
  void keyReused() {
    till.sell(ITEM, 5);
    till.sell(1002, 5);
    restock("r1", 10);
    JsonObject elsewhere = restockOf("r1", 10).put("itemId", "1002");
    JsonObject extension = extensionOf("r1", Till.item(ITEM, 1).endAt().plusSeconds(60));

    assertThat(Till.failure(sendRestock("r1", 11))).isEqualTo(Outcome.KEY_REUSED);
    assertThat(Till.failure(till.send(Addresses.ITEM_RESTOCK, elsewhere)))
        .isEqualTo(Outcome.KEY_REUSED);
    assertThat(Till.failure(till.send(Addresses.ITEM_EXTEND, extension)))
        .isEqualTo(Outcome.KEY_REUSED);

    assertThat(bookedUnits()).isEqualTo(15);
    assertThat(mysql.number("SELECT restocked FROM seckill_item WHERE id = 1002")).isZero();
    assertThat(stock()).isEqualTo(15);
  }

  @Test
  @DisplayName("two items at once with one request id: one is restocked, the other hears why not")
  void sameIdOfTwoItems() {
    till.sell(ITEM, 5);
    till.sell(1002, 5);
    Future<JsonObject> one = sendRestock("r1", 10);
    Future<JsonObject> other =
        till.send(Addresses.ITEM_RESTOCK, restockOf("r1", 10).put("itemId", "1002"));
    TestVertx.await(Future.join(one, other).otherwiseEmpty());

    assertThat(one.succeeded()).isNotEqualTo(other.succeeded());
    assertThat(Till.failure(one.failed() ? one : other)).isEqualTo(Outcome.KEY_REUSED);
    assertThat(mysql.number("SELECT SUM(restocked) FROM seckill_item")).isEqualTo(10);
  }

  @Test
  @DisplayName("a paused item and one whose sale is over are restocked, and stay as they are")
  void whateverTheStatus() {
    till.sell(ITEM, 1);
    till.admin(Addresses.ITEM_PAUSE, ITEM);
    assertThat(restock("r1", 1).getBoolean("inForce")).isTrue();
    assertThat(till.buy(ITEM, "u1").outcome()).isEqualTo(Outcome.PAUSED);
    redis.command("HSET", KEYS.item(), "end_at", "1000");
    mysql.query(
        "UPDATE seckill_item SET start_at = '2020-01-01', end_at = UTC_TIMESTAMP(3) - INTERVAL 1"
            + " SECOND");
    assertThat(restock("r2", 1).getBoolean("inForce")).isTrue();
    assertThat(stock()).isEqualTo(3);
  }

  @Test
  @DisplayName("an item that is not in Redis gets its units with its preheat, once")
  void notPreheated() {
    till.create(Till.item(ITEM, 5));
    JsonObject reply = restock("r1", 10);
    assertThat(reply.getBoolean("inForce")).isFalse();
    assertThat(redis.number("DBSIZE")).isZero();

    till.preheat(ITEM);

    assertThat(stock()).isEqualTo(15);
    assertThat(restock("r1", 10).getBoolean("inForce")).isTrue();
    assertThat(stock()).isEqualTo(15);
  }

  @Test
  @DisplayName("units that are in the books and never reached Redis are for sale within a look")
  void crashInBetween() {
    AtomicInteger told = new AtomicInteger();
    till.vertx.eventBus().consumer(Addresses.EVENT_RESTOCKED, fact -> told.incrementAndGet());
    till.sell(ITEM, 1);
    order("u1");
    mysql.query("UPDATE seckill_item SET restocked = 4 WHERE id = ?", ITEM);

    await().until(() -> stock() == 4);

    await().until(() -> told.get() > 0);
    assertThat(told).hasValue(1);
    assertLaws(5);
  }

  @Test
  @DisplayName("a rebuild counts added units once, whether Redis knew of them or not")
  void rebuild() {
    till.sell(ITEM, 2);
    order("u1");
    restock("r1", 3);
    redis.command("DEL", KEYS.stock());
    till.preheat(ITEM);
    assertLaws(5);

    mysql.query("UPDATE seckill_item SET restocked = 10 WHERE id = ?", ITEM);
    redis.command("DEL", KEYS.stock());
    till.preheat(ITEM);
    assertThat(restock("r1", 3).getBoolean("replayed")).isTrue();
    assertThat(stock()).isEqualTo(11);
    assertLaws(12);
  }

  @ParameterizedTest
  @CsvSource({"loading, x", "epoch, 0", "expire_at, ''"})
  @DisplayName(
      "an item that is being built or is older than the books is left alone until it is whole")
  void notWhole(String field, String value) {
    till.sell(ITEM, 2);
    String before = redis.command("HGET", KEYS.item(), field) == null ? "" : "" + field(field);
    redis.command("HSET", KEYS.item(), field, value);
    assertThat(restock("r1", 3).getBoolean("inForce")).isFalse();
    assertThat(stock()).isEqualTo(2);

    if (before.isEmpty()) {
      redis.command("HDEL", KEYS.item(), field);
    } else {
      redis.command("HSET", KEYS.item(), field, before);
    }

    await().until(() -> stock() == 5);
  }

  @Test
  @DisplayName("a wrong total in Redis never makes more units than the books have")
  void wrongTotal() {
    till.sell(ITEM, 5);
    order("u1");
    redis.command("HSET", KEYS.item(), "total", "2");
    restock("r1", 1);
    assertLaws(6);

    redis.command("HDEL", KEYS.item(), "total");
    restock("r2", 1);
    assertLaws(7);
    assertThat(field("total")).isEqualTo(7);
  }

  @Test
  @DisplayName("no more units than an item may have, and none once the sale is settled")
  void limits() {
    till.sell(ITEM, 5);
    assertThat(Till.failure(sendRestock("r1", ItemSpec.MAX_STOCK - 4))).isEqualTo(Outcome.CONFLICT);
    restock("r2", ItemSpec.MAX_STOCK - 5);
    assertThat(stock()).isEqualTo(ItemSpec.MAX_STOCK);
    settle();
    assertThat(Till.failure(sendRestock("r3", 1))).isEqualTo(Outcome.CONFLICT);
    assertThat(restock("r2", ItemSpec.MAX_STOCK - 5).getBoolean("replayed")).isTrue();
    assertThat(mysql.number("SELECT COUNT(*) FROM item_change")).isEqualTo(1);
  }

  @Test
  @DisplayName("a malformed request is refused and changes nothing")
  void malformed() {
    till.sell(ITEM, 5);
    for (String change :
        List.of(
            "{\"units\":0}",
            "{\"units\":-1}",
            "{\"units\":1.5}",
            "{\"units\":\"1\"}",
            "{\"units\":null}",
            "{\"units\":1000000001}",
            "{\"requestId\":null}",
            "{\"requestId\":\"\"}",
            "{\"requestId\":\"a b\"}",
            "{\"requestId\":\"茅台\"}",
            "{\"requestId\":7}",
            "{\"actor\":null}",
            "{\"itemId\":1001}",
            "{\"endAt\":\"2030-01-01T00:00:00Z\"}")) {
      JsonObject request = restockOf("r1", 1).mergeIn(new JsonObject(change));
      assertThat(Till.failure(till.send(Addresses.ITEM_RESTOCK, request)))
          .as(change)
          .isEqualTo(Outcome.BAD_REQUEST);
    }

    assertThat(bookedUnits()).isEqualTo(5);
    assertThat(mysql.number("SELECT COUNT(*) FROM item_change")).isZero();
  }

  @Test
  @DisplayName("an unknown item cannot be restocked, and the refusal is audited")
  void unknown() {
    assertThat(Till.failure(sendRestock("r1", 1))).isEqualTo(Outcome.NOT_FOUND);
    assertThat(mysql.number("SELECT COUNT(*) FROM admin_audit WHERE outcome = 'NOT_FOUND'"))
        .isEqualTo(1);
  }
}
