package seckill.sale.room;

import static org.assertj.core.api.Assertions.assertThat;
import static seckill.sale.room.ScriptRoom.KEYS;
import static seckill.sale.room.ScriptRoom.START;
import static seckill.sale.room.ScriptRoom.assertAdmitted;
import static seckill.sale.room.ScriptRoom.position;
import static seckill.sale.room.ScriptRoom.refusal;
import static seckill.sale.room.ScriptRoom.users;

import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import seckill.contract.Outcome;
import seckill.contract.QueueAnswer;
import seckill.contract.RedisKeys;
import seckill.testkit.RedisExtension;
import seckill.testkit.TestRedis;

@ExtendWith(RedisExtension.class)
class ReleaseScriptIT {

  @ParameterizedTest
  @CsvSource({"1000", "0"})
  @DisplayName(
      "a state older than the books admits nobody, takes nobody in and clears nothing away")
  void olderThanTheBooks(long stock, TestRedis redis) {
    ScriptRoom room = new ScriptRoom(redis, 1000);
    room.field("epoch", "2");
    room.epoch(2);
    room.join("u1", "u2");
    room.stock(stock);
    room.epoch(3);
    assertThat(room.release().closed()).isEqualTo(Outcome.PAUSED);
    assertThat(refusal(room.join("u3").get(0))).isEqualTo(Outcome.PAUSED);
    assertThat(room.queue()).containsExactly("u1", "u2");
  }

  @Test
  @DisplayName("releases that come together give the rate once")
  void oneRate(TestRedis redis) {
    ScriptRoom room = new ScriptRoom(redis, 1000).with("maxPerSecond", 10);
    room.join(users(0, 100));
    room.release();
    for (int second = 1; second <= 3; second++) {
      for (int tick = 0; tick < 5; tick++) {
        room.now += 200;
        long first = room.release().admitted();
        assertThat(first).isEqualTo(2);
        assertThat(room.release().admitted()).isZero();
        assertThat(room.release().admitted()).isZero();
      }
      assertThat(room.admitted()).hasSize(10 * second);
    }
  }

  @Test
  @DisplayName("a time without releases is made up for by at most one second's worth")
  void creditIsCapped(TestRedis redis) {
    ScriptRoom room = new ScriptRoom(redis, 1000).with("maxPerSecond", 10);
    room.join(users(0, 100));
    room.release();
    room.now += 9_000;
    assertThat(room.release().admitted()).isEqualTo(10);
    room.now -= 4_000;
    assertThat(room.release().admitted()).isZero();
  }

  @Test
  @DisplayName("a rate below one per tick adds up, and a rate of 0 admits nobody")
  void smallRates(TestRedis redis) {
    ScriptRoom room = new ScriptRoom(redis, 1000).with("maxPerSecond", 1);
    room.join(users(0, 10));
    room.release();
    room.pass(3_000);
    assertThat(room.admitted()).hasSize(3);
    room.with("maxPerSecond", 0);
    room.pass(3_000);
    assertThat(room.admitted()).hasSize(3);
  }

  @ParameterizedTest
  @CsvSource({"0, 100", "50, 100", "60, 80", "75, 50", "99, 2", "100, 0", "1000, 0"})
  @DisplayName("the rate falls from half of the backlog's limit to none at the limit")
  void followsTheBacklog(int backlog, int expected, TestRedis redis) {
    ScriptRoom room = new ScriptRoom(redis, 1000).with("maxPerSecond", 100, "backlogLimit", 100);
    redis.command("XGROUP", "CREATE", KEYS.orders(), RedisKeys.ORDER_GROUP, "0", "MKSTREAM");
    for (int i = 0; i < backlog; i++) {
      redis.command("XADD", KEYS.orders(), "*", "n", "" + i);
    }
    if (backlog > 10) {
      redis.command(
          "XREADGROUP",
          "GROUP",
          RedisKeys.ORDER_GROUP,
          "pen",
          "COUNT",
          "10",
          "STREAMS",
          KEYS.orders(),
          ">");
    }
    room.join(users(0, 200));
    room.release();
    room.now += 1_000;
    assertThat(room.release().admitted()).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource({"10, 150, 15", "7, 150, 11", "10, 100, 10", "1, 150, 2", "3, 34, 2"})
  @DisplayName("no more admissions are valid than the units left allow")
  void followsTheStock(long stock, int percent, int admitted, TestRedis redis) {
    ScriptRoom room = new ScriptRoom(redis, stock).with("admitPercent", percent);
    room.join(users(0, 100));
    room.release();
    room.pass(2_000);
    assertThat(room.admitted()).hasSize(admitted);
  }

  @ParameterizedTest
  @CsvSource({"status, PAUSED", "all_status, PAUSED", "all_status, nonsense", "loading, x"})
  @DisplayName("nobody is admitted during a pause, and nobody loses their turn by it")
  void pause(String field, String value, TestRedis redis) {
    ScriptRoom room = new ScriptRoom(redis, 1).with("admitPercent", 100, "graceMillis", 120_000);
    room.join("u1", "u2");
    room.pass(400, "u1", "u2");
    assertThat(room.admitted()).containsExactly("u1");
    room.field(field, value);
    room.pass(130_000, "u1", "u2");
    assertThat(room.admitted()).isEmpty();
    assertThat(position(room.look("u1"))).isEqualTo(1);
    assertThat(position(room.look("u2"))).isEqualTo(2);
    assertThat(((QueueAnswer.Waiting) room.look("u1")).estimateSeconds()).isNegative();

    redis.command("HDEL", KEYS.item(), "loading");
    room.field("status", "OPEN");
    room.field("all_status", "OPEN");
    room.pass(400, "u1", "u2");
    assertThat(room.admitted()).containsExactly("u1");
  }

  @Test
  @DisplayName("people are admitted from the start of the sale on, or as long before as is set")
  void beforeTheSale(TestRedis redis) {
    ScriptRoom room = new ScriptRoom(redis, 100);
    room.now = START - 1_000;
    room.join("u1");
    room.pass(999);
    assertThat(room.admitted()).isEmpty();
    room.pass(200);
    assertThat(room.admitted()).hasSize(1);

    room.now = START - 1_000;
    room.with("admitBeforeMillis", 2_000);
    room.join("u2");
    room.pass(600);
    assertThat(room.admitted()).hasSize(2);
  }

  @Test
  @DisplayName("25,000 wait and 10,000 enter in bounded calls, each of which is whole by itself")
  void largeRelease(TestRedis redis) {
    ScriptRoom room =
        new ScriptRoom(redis, 10_000).with("admitPercent", 100, "maxPerSecond", 100_000);
    Set<String> all = new HashSet<>();
    for (int from = 0; from < 25_000; from += 500) {
      room.join(users(from, from + 500));
    }
    all.addAll(room.queue());
    assertThat(all).hasSize(25_000);
    room.release();
    room.now += 1_000;

    int calls = 0;
    Release last;
    do {
      last = room.release();
      calls++;
      assertThat(last.admitted()).isLessThanOrEqualTo(room.settings.chunk());
      // Any call may be the last one of its till; nobody may be in neither or both.
      assertThat(room.sizes().get(0) + room.sizes().get(2)).isEqualTo(25_000);
    } while (last.more());

    assertThat(calls).isEqualTo(10_000 / room.settings.chunk());
    Set<String> waiting = room.queue();
    Set<String> admitted = room.admitted();
    assertThat(waiting).hasSize(15_000).doesNotContainAnyElementsOf(admitted);
    assertThat(admitted).hasSize(10_000);
    waiting.addAll(admitted);
    assertThat(waiting).isEqualTo(all);
  }

  @Test
  @DisplayName("an admission that ran out frees its share, and its user may join again at the end")
  void expiredAdmissions(TestRedis redis) {
    ScriptRoom room = new ScriptRoom(redis, 1).with("admitPercent", 100);
    room.join("u1", "u2", "u3");
    room.pass(400, "u1", "u2", "u3");
    assertAdmitted(room.look("u1"));
    room.pass(119_800, "u2", "u3");
    assertThat(room.admitted()).containsExactly("u1");
    room.pass(600, "u2", "u3");
    assertThat(room.admitted()).containsExactly("u2");
    assertThat(refusal(room.look("u1"))).isEqualTo(Outcome.PLACE_EXPIRED);
    assertThat(position(room.join("u1").get(0))).isEqualTo(2);
    assertThat(redis.command("HGET", KEYS.room(), "expired").toLong()).isEqualTo(1);
  }

  @Test
  @DisplayName("sold out ends the room at once for everyone, and it starts anew after a restock")
  void soldOut(TestRedis redis) {
    ScriptRoom room = new ScriptRoom(redis, 2);
    room.join(users(0, 10));
    room.pass(400);
    room.stock(0);
    assertThat(refusal(room.look("u1"))).isEqualTo(Outcome.SOLD_OUT);
    assertThat(room.release().closed()).isEqualTo(Outcome.SOLD_OUT);
    assertThat(redis.number("EXISTS", KEYS.queue(), KEYS.away(), KEYS.seen(), KEYS.admitted()))
        .isZero();

    room.stock(1);
    room.now += 60_000;
    assertThat(refusal(room.look("u1"))).isEqualTo(Outcome.NOT_FOUND);
    assertThat(position(room.join("u1").get(0))).isEqualTo(1);
    room.release();
    room.pass(400);
    assertThat(room.admitted()).containsExactly("u1");
  }

  @Test
  @DisplayName("the end of the sale clears the room")
  void ended(TestRedis redis) {
    ScriptRoom room = new ScriptRoom(redis, 2);
    room.join(users(0, 10));
    room.now = ScriptRoom.END;
    assertThat(room.release().closed()).isEqualTo(Outcome.ENDED);
    assertThat(redis.number("EXISTS", KEYS.queue(), KEYS.seen())).isZero();
  }
}
