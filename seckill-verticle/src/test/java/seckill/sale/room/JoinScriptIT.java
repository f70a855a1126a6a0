package seckill.sale.room;

import static org.assertj.core.api.Assertions.assertThat;
import static seckill.sale.room.ScriptRoom.KEYS;
import static seckill.sale.room.ScriptRoom.START;
import static seckill.sale.room.ScriptRoom.assertAdmitted;
import static seckill.sale.room.ScriptRoom.position;
import static seckill.sale.room.ScriptRoom.refusal;
import static seckill.sale.room.ScriptRoom.users;

import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import seckill.contract.Outcome;
import seckill.contract.QueueAnswer;
import seckill.testkit.RedisExtension;
import seckill.testkit.TestRedis;

@ExtendWith(RedisExtension.class)
class JoinScriptIT {

  @Test
  @DisplayName("joining again keeps the place and the one entry; leaving and joining puts last")
  void joinsOnce(TestRedis redis) {
    ScriptRoom room = new ScriptRoom(redis, 100);
    room.join("u1");
    room.join(users(2, 21));
    for (int i = 0; i < 25; i++) {
      room.now += 7;
      assertThat(room.join("u1", "u1")).allSatisfy(tab -> assertThat(position(tab)).isEqualTo(1));
    }
    assertThat(room.sizes().get(0)).isEqualTo(20);

    assertThat(room.leave("u1")).isEqualTo(1);
    assertThat(refusal(room.look("u1"))).isEqualTo(Outcome.NOT_FOUND);
    assertThat(position(room.join("u1").get(0))).isEqualTo(20);
    assertThat(position(room.look("u2"))).isEqualTo(1);
  }

  @Test
  @DisplayName("who may not buy any more is told so at once, and takes no place")
  void barred(TestRedis redis) {
    ScriptRoom room = new ScriptRoom(redis, 100);
    redis.command("SADD", KEYS.barred(), "u1");
    assertThat(position(room.join("u1").get(0))).isEqualTo(1);
    room.leave("u1");
    redis.command("HSET", KEYS.item(), "barred", "1");

    assertThat(refusal(room.join("u1").get(0))).isEqualTo(Outcome.LAPSE_LIMIT);
    assertThat(position(room.join("u2").get(0))).isEqualTo(1);
    assertThat(refusal(room.look("u1"))).isEqualTo(Outcome.NOT_FOUND);
  }

  @Test
  @DisplayName(
      "the order is that of arrival, also within a millisecond and when the clock goes back")
  void keepsTheOrder(TestRedis redis) {
    ScriptRoom room = new ScriptRoom(redis, 100);
    room.join("z", "y", "x");
    room.now -= 5_000;
    room.join("b");
    room.now += 6_000;
    room.join("a");
    List<String> order = List.of("z", "y", "x", "b", "a");
    assertThat(redis.command("ZRANGE", KEYS.queue(), "0", "-1").stream().map(Object::toString))
        .containsExactlyElementsOf(order);
  }

  @ParameterizedTest
  @ValueSource(longs = {0, -1, 1, START + 31_536_000_000L, START - 603_000, Long.MAX_VALUE})
  @DisplayName("an impossible click time gains nothing")
  void ignoresImpossibleClicks(long clickedAt, TestRedis redis) {
    ScriptRoom room = new ScriptRoom(redis, 100).with("clickCreditMillis", 500);
    room.join("first");
    room.now += 1;
    assertThat(position(room.joinClicked("liar", clickedAt))).isEqualTo(2);
  }

  @ParameterizedTest
  @CsvSource({"0, 4", "500, 3", "1000, 2"})
  @DisplayName("a possible click time counts within its bound, and only there")
  void boundsTheClickCredit(int credit, int position, TestRedis redis) {
    ScriptRoom room = new ScriptRoom(redis, 100).with("clickCreditMillis", credit);
    for (String user : users(0, 3)) {
      room.join(user);
      room.now += 400;
    }
    assertThat(position(room.joinClicked("early", room.now - 60_000))).isEqualTo(position);
  }

  @Test
  @DisplayName("nobody gets before the opening of the room, however early they say to have clicked")
  void nobodyIsBeforeTheOpening(TestRedis redis) {
    ScriptRoom room = new ScriptRoom(redis, 100).with("clickCreditMillis", 1000);
    room.now = START - 600_000;
    room.join("first");
    room.now += 100;
    assertThat(position(room.joinClicked("liar", room.now - 3_000))).isEqualTo(2);
  }

  @Test
  @DisplayName("before it opens the room says when it does")
  void opensBeforeTheSale(TestRedis redis) {
    ScriptRoom room = new ScriptRoom(redis, 100);
    room.now = START - 600_001;
    assertThat(room.join("u1"))
        .containsExactly(new QueueAnswer.Refused(Outcome.NOT_STARTED, null, START - 600_000));
    assertThat(refusal(room.look("u1"))).isEqualTo(Outcome.NOT_STARTED);
    room.now += 1;
    assertThat(position(room.join("u1").get(0))).isEqualTo(1);
  }

  @Test
  @DisplayName("each state that keeps people out is told by its own name, and nobody is entered")
  void refusals(TestRedis redis) {
    ScriptRoom room = new ScriptRoom(redis, 100);
    room.field("reserved_only", "1");
    redis.command("SADD", KEYS.reserved(), "registered");
    assertThat(refusal(room.join("stranger").get(0))).isEqualTo(Outcome.NOT_RESERVED);
    assertThat(position(room.join("registered").get(0))).isEqualTo(1);
    room.leave("registered");
    room.field("reserved_only", "0");
    for (String[] pause : new String[][] {{"status", "PAUSED"}, {"all_status", "PAUSED"}}) {
      room.field(pause[0], pause[1]);
      assertThat(refusal(room.join("u1").get(0))).isEqualTo(Outcome.PAUSED);
      room.field(pause[0], "OPEN");
    }
    room.field("waiting_room", "0");
    assertThat(refusal(room.join("u1").get(0))).isEqualTo(Outcome.CONFLICT);
    room.field("waiting_room", "1");
    room.stock(0);
    assertThat(refusal(room.join("u1").get(0))).isEqualTo(Outcome.SOLD_OUT);
    redis.command("DEL", KEYS.stock());
    assertThat(refusal(room.join("u1").get(0))).isEqualTo(Outcome.DEGRADED);
    room.stock(5);
    room.now = ScriptRoom.END;
    assertThat(refusal(room.join("u1").get(0))).isEqualTo(Outcome.ENDED);
    room.now = START;
    redis.command("SET", KEYS.away(), "no set");
    assertThat(refusal(room.join("u1").get(0))).isEqualTo(Outcome.DEGRADED);
    redis.command("DEL", KEYS.away(), KEYS.item());
    assertThat(refusal(room.join("u1").get(0))).isEqualTo(Outcome.NOT_FOUND);
    assertThat(room.sizes()).containsExactly(0L, 0L, 0L);
  }

  @Test
  @DisplayName("a holder hears the order id, whatever else holds")
  void holdersHearTheirOrder(TestRedis redis) {
    ScriptRoom room = new ScriptRoom(redis, 0);
    redis.command("SADD", KEYS.users(), "holder");
    redis.command("HSET", KEYS.receipts(), "holder", "the-order|k.v");
    QueueAnswer expected = new QueueAnswer.Refused(Outcome.DUPLICATE, "the-order", 0);
    assertThat(room.join("holder")).containsExactly(expected);
    assertThat(room.look("holder")).isEqualTo(expected);
  }

  @Test
  @DisplayName("joining while admitted tells the admission")
  void joinsWhileAdmitted(TestRedis redis) {
    ScriptRoom room = new ScriptRoom(redis, 100);
    room.join("u1");
    room.pass(400, "u1");
    assertAdmitted(room.join("u1").get(0));
    assertThat(room.sizes()).containsExactly(0L, 0L, 1L);
  }

  @Test
  @DisplayName("a full room takes nobody more, and keeps those who are in")
  void full(TestRedis redis) {
    ScriptRoom room = new ScriptRoom(redis, 100).with("maxPlaces", 2);
    room.join("u1");
    room.join("u2");
    assertThat(refusal(room.join("u3").get(0))).isEqualTo(Outcome.BUSY);
    assertThat(position(room.join("u2").get(0))).isEqualTo(2);
  }

  @Test
  @DisplayName("every key of the room expires with the item")
  void expires(TestRedis redis) {
    ScriptRoom room = new ScriptRoom(redis, 1).with("admitPercent", 100);
    room.join("u1", "gone", "u2");
    room.now += 20_000;
    room.look("u2");
    room.release();
    room.pass(400, "u2");
    for (String key : List.of(KEYS.away(), KEYS.seen(), KEYS.admitted(), KEYS.room())) {
      assertThat(redis.number("PEXPIRETIME", key)).isEqualTo(ScriptRoom.END + 7_200_000);
    }
    room.join("u3");
    assertThat(redis.number("PEXPIRETIME", KEYS.queue())).isEqualTo(ScriptRoom.END + 7_200_000);
  }
}
