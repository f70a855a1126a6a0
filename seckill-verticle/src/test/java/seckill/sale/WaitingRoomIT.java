package seckill.sale;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import seckill.contract.Addresses;
import seckill.contract.Outcome;
import seckill.contract.PurchaseResult;
import seckill.contract.QueueAnswer;
import seckill.contract.QueueBatch;
import seckill.contract.QueueVisit;
import seckill.testkit.TestMySql;
import seckill.testkit.TestRedis;
import seckill.testkit.TestVertx;

/** The waiting room as those who wait see it. */
class WaitingRoomIT extends RoomTills {

  @Test
  @DisplayName(
      "who is not admitted cannot buy, whoever asks and however; an admission is used once")
  void onlyTheAdmittedBuy(TestRedis redis, TestMySql mysql) {
    Till till = open(redis, mysql, "maxPerSecond", 0);
    queueFor(till, 5);
    assertThat(till.buy(ITEM, "u1").outcome()).isEqualTo(Outcome.NOT_ADMITTED);
    assertThat(till.ask(Addresses.QUEUE_JOIN, by("u1")))
        .isEqualTo(
            new JsonObject()
                .put("state", "WAITING")
                .put("position", 1)
                .put("ahead", 0)
                .put("chance", "GOOD")
                .put(
                    "pollAfterMillis",
                    till.ask(Addresses.QUEUE_LOOK, by("u1")).getLong("pollAfterMillis")));
    assertThat(till.ask(Addresses.PURCHASE, Till.json(Till.attempt(ITEM, "u1"))).getString("code"))
        .isEqualTo("NOT_ADMITTED");
    assertThat(redis.get(KEYS.stock())).isEqualTo("5");
    till.assertBalanced(ITEM, 5);

    Till busy = open(redis, mysql);
    await().until(() -> size(KEYS.admitted()) == 1);
    assertThat(till.ask(Addresses.QUEUE_LOOK, by("u1")).getString("state")).isEqualTo("ADMITTED");
    // Withdrawn before the purchase arrives, it does not count.
    assertThat(till.ask(Addresses.QUEUE_LEAVE, by("u1")).getInteger("left")).isEqualTo(1);
    assertThat(busy.buy(ITEM, "u1").outcome()).isEqualTo(Outcome.NOT_ADMITTED);
    till.ask(Addresses.QUEUE_JOIN, by("u1"));
    await().until(() -> size(KEYS.admitted()) == 1);
    PurchaseResult bought = busy.buy(ITEM, "u1");
    assertThat(bought.outcome()).isEqualTo(Outcome.ACCEPTED);
    assertThat(size(KEYS.admitted())).isZero();
    assertThat(till.ask(Addresses.QUEUE_LOOK, by("u1")))
        .isEqualTo(new JsonObject().put("code", "DUPLICATE").put("orderId", bought.orderId()));
    till.assertBalanced(ITEM, 5);
  }

  @Test
  @DisplayName("people who stop asking are passed over, and those behind them enter in time")
  void peopleWhoLeave(TestRedis redis, TestMySql mysql) {
    Till till =
        open(
            redis,
            mysql,
            "maxPerSecond",
            10,
            "freshMillis",
            300,
            "graceMillis",
            1_500,
            "admissionMillis",
            60_000);
    queueFor(till, 100);
    visit(till, Addresses.QUEUE_JOIN, users(0, 30));
    String[] stay = users(0, 10);
    String[] last = users(20, 30);
    await()
        .pollInterval(java.time.Duration.ofMillis(50))
        .until(
            () -> {
              visit(till, Addresses.QUEUE_LOOK, stay);
              visit(till, Addresses.QUEUE_LOOK, last);
              return members(KEYS.admitted()).containsAll(List.of(last));
            });
    assertThat(members(KEYS.queue())).isEmpty();
    await().until(() -> size(KEYS.away()) == 0);
    Set<String> admitted = members(KEYS.admitted());
    for (String gone : users(10, 20)) {
      if (!admitted.contains(gone)) {
        assertThat(till.ask(Addresses.QUEUE_LOOK, by(gone)).getString("code"))
            .isEqualTo("PLACE_EXPIRED");
      }
    }
    assertThat(till.meters.get("seckill_room_admissions").counter().count())
        .isEqualTo(admitted.size());
  }

  @Test
  @DisplayName("the last unit ends the room for everyone at once")
  void soldOut(TestRedis redis, TestMySql mysql) {
    Till till = open(redis, mysql);
    queueFor(till, 2);
    visit(till, Addresses.QUEUE_JOIN, users(0, 50));
    await().until(() -> size(KEYS.admitted()) == 3);
    List<String> admitted = List.copyOf(members(KEYS.admitted()));
    assertThat(till.buy(ITEM, admitted.get(0)).outcome()).isEqualTo(Outcome.ACCEPTED);
    assertThat(till.buy(ITEM, admitted.get(1)).outcome()).isEqualTo(Outcome.ACCEPTED);

    assertThat(visit(till, Addresses.QUEUE_LOOK, "u49", admitted.get(2)))
        .containsOnly(new QueueAnswer.Refused(Outcome.SOLD_OUT, null, 0));
    assertThat(visit(till, Addresses.QUEUE_JOIN, "late"))
        .containsOnly(new QueueAnswer.Refused(Outcome.SOLD_OUT, null, 0));
    await()
        .until(
            () ->
                redis.number("EXISTS", KEYS.queue(), KEYS.away(), KEYS.seen(), KEYS.admitted())
                    == 0);
    till.assertBalanced(ITEM, 2);
  }

  @Test
  @DisplayName("malformed requests are refused, and touch nothing")
  void malformed(TestRedis redis, TestMySql mysql) {
    Till till = open(redis, mysql);
    queueFor(till, 5);
    List<Object> bodies =
        List.of(
            by(""),
            by("u\n1"),
            by("u1").put("itemId", 1001),
            by("u1").put("clickedAt", "soon"),
            by("u1").put("clickedAt", -1),
            by("u1").put("clicked", 1),
            new JsonObject().put("userId", "u1"),
            "text",
            Buffer.buffer("nonsense"));
    for (Object body : bodies) {
      assertThat(Till.failure(till.send(Addresses.QUEUE_JOIN, body)))
          .isEqualTo(Outcome.BAD_REQUEST);
    }
    assertThat(Till.failure(till.send(Addresses.QUEUE_LEAVE, new JsonObject().put("userId", "u1"))))
        .isEqualTo(Outcome.BAD_REQUEST);
    Buffer late = new QueueBatch(ITEM, 0, List.of(new QueueVisit("u1", 0))).toBuffer();
    assertThat(Till.failure(till.send(Addresses.QUEUE_JOIN, late))).isEqualTo(Outcome.DEGRADED);
    assertThat(redis.number("EXISTS", KEYS.queue())).isZero();
  }

  @Test
  @DisplayName("many questions that come together cost few commands")
  void questionsAreCheap(TestRedis redis, TestMySql mysql) {
    Till till = open(redis, mysql, "tickMillis", 60_000, "maxPerSecond", 0);
    queueFor(till, 5);
    String[] users = users(0, 2_000);
    visit(till, Addresses.QUEUE_JOIN, users);
    redis.command("CONFIG", "RESETSTAT");
    List<Future<?>> asked = new ArrayList<>();
    for (int from = 0; from < users.length; from += 100) {
      List<QueueVisit> visits =
          Arrays.stream(users, from, from + 100).map(user -> new QueueVisit(user, 0)).toList();
      asked.add(
          till.vertx
              .eventBus()
              .<Buffer>request(
                  Addresses.QUEUE_LOOK, new QueueBatch(ITEM, Long.MAX_VALUE, visits).toBuffer()));
    }
    TestVertx.await(Future.all(asked));

    String stats = redis.command("INFO", "commandstats").toString();
    assertThat(calls(stats, "evalsha") + calls(stats, "eval")).isLessThanOrEqualTo(22);
    assertThat(calls(stats, "zrank")).isEqualTo(2_000);
    assertThat(calls(stats, "zmscore")).isLessThanOrEqualTo(70);
    assertThat(calls(stats, "zadd")).isLessThanOrEqualTo(22);
  }

  private static long calls(String stats, String command) {
    int at = stats.indexOf("cmdstat_" + command + ":calls=");
    if (at < 0) {
      return 0;
    }
    int from = stats.indexOf('=', at) + 1;
    return Long.parseLong(stats.substring(from, stats.indexOf(',', from)));
  }
}
