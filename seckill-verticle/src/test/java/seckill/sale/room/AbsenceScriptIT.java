package seckill.sale.room;

import static org.assertj.core.api.Assertions.assertThat;
import static seckill.sale.room.ScriptRoom.KEYS;
import static seckill.sale.room.ScriptRoom.position;
import static seckill.sale.room.ScriptRoom.refusal;
import static seckill.sale.room.ScriptRoom.users;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import seckill.contract.Outcome;
import seckill.testkit.RedisExtension;
import seckill.testkit.TestRedis;

@ExtendWith(RedisExtension.class)
class AbsenceScriptIT {

  @Test
  @DisplayName("nobody waits for those who left, and they take no turns away")
  void nobodyWaitsForTheAbsent(TestRedis redis) {
    ScriptRoom room = new ScriptRoom(redis, 100).with("maxPerSecond", 10, "admitPercent", 20);
    room.join(users(0, 30));
    room.release();
    room.pass(1_000, users(20, 30));
    assertThat(room.admitted()).containsExactlyInAnyOrder(users(0, 10));
    room.with("maxPerSecond", 0);
    room.pass(15_200, users(20, 30));

    room.with("maxPerSecond", 10, "admitPercent", 20);
    room.pass(1_000, users(20, 30));

    assertThat(room.admitted()).hasSize(20).contains(users(20, 30));
    assertThat(room.sizes()).containsExactly(0L, 10L, 20L);
  }

  @Test
  @DisplayName("who comes back within the grace time stands where they stood, or further on")
  void comesBack(TestRedis redis) {
    ScriptRoom room = new ScriptRoom(redis, 1).with("admitPercent", 100, "maxPerSecond", 10);
    room.join(users(0, 5));
    room.release();
    room.now += 20_000;
    room.look("u3");
    room.look("u4");
    room.pass(400, "u3", "u4");
    assertThat(room.admitted()).containsExactly("u3");
    assertThat(room.members(KEYS.away())).containsExactly("u0", "u1", "u2");

    assertThat(position(room.look("u2"))).isEqualTo(1);
    assertThat(position(room.look("u1"))).isEqualTo(1);
    assertThat(position(room.look("u2"))).isEqualTo(2);
    assertThat(position(room.join("u0").get(0))).isEqualTo(1);
    assertThat(position(room.look("u4"))).isEqualTo(4);
    assertThat(room.sizes()).containsExactly(4L, 0L, 1L);
  }

  @Test
  @DisplayName(
      "after the grace time the place is lost by name, never position 0, and can be had anew")
  void losesThePlace(TestRedis redis) {
    ScriptRoom room = new ScriptRoom(redis, 1).with("maxPerSecond", 0);
    room.join(users(0, 4));
    room.release();
    room.pass(59_800, "u1", "u3");
    assertThat(position(room.look("u2"))).isEqualTo(3);
    room.pass(400, "u1", "u3");
    assertThat(refusal(room.look("u0"))).isEqualTo(Outcome.PLACE_EXPIRED);
    assertThat(refusal(room.look("u0"))).isEqualTo(Outcome.PLACE_EXPIRED);
    assertThat(position(room.look("u2"))).isEqualTo(2);
    assertThat(position(room.join("u0").get(0))).isEqualTo(4);
    assertThat(refusal(room.look("stranger"))).isEqualTo(Outcome.NOT_FOUND);
  }

  @Test
  @DisplayName("an expired place is told as such even before any release has seen it")
  void losesThePlaceBetweenReleases(TestRedis redis) {
    ScriptRoom room = new ScriptRoom(redis, 1).with("maxPerSecond", 0);
    room.join("u1");
    redis.command("ZADD", KEYS.seen(), "" + (room.now - 60_001), "u1");
    redis.command("HSET", KEYS.room(), "ticked", "" + room.now);
    assertThat(refusal(room.look("u1"))).isEqualTo(Outcome.PLACE_EXPIRED);
    assertThat(room.sizes()).containsExactly(0L, 0L, 0L);
  }

  @Test
  @DisplayName("an outage of the house costs nobody the place")
  void outage(TestRedis redis) {
    ScriptRoom room = new ScriptRoom(redis, 1).with("maxPerSecond", 0);
    room.join(users(0, 3));
    room.release();
    room.now += 600_000;
    assertThat(position(room.look("u1"))).isEqualTo(2);
    room.pass(30_000);
    assertThat(position(room.look("u2"))).isEqualTo(3);
    room.pass(30_400, "u1", "u2");
    assertThat(refusal(room.look("u0"))).isEqualTo(Outcome.PLACE_EXPIRED);
  }

  @Test
  @DisplayName("an outage of the house costs nobody the turn to buy, whoever is first back")
  void outageWhileAdmitted(TestRedis redis) {
    ScriptRoom room =
        new ScriptRoom(redis, 4).with("admitPercent", 100, "admissionMillis", 30_000, "chunk", 1);
    room.join(users(0, 6));
    room.pass(400, users(0, 6));
    assertThat(room.admitted()).containsExactly("u0", "u1", "u2", "u3");

    room.now += 600_000;
    assertThat(position(room.look("u1"))).isEqualTo(1);
    assertThat(position(room.join("u0").get(0))).isEqualTo(1);
    assertThat(position(room.look("u4"))).isEqualTo(3);
    while (room.release().more()) {
      assertThat(position(room.look("u4"))).isPositive();
    }
    assertThat(position(room.look("u5"))).isGreaterThan(1);
    room.pass(400, users(0, 6));
    assertThat(room.admitted()).containsExactly("u0", "u1", "u2", "u3");

    room.pass(30_200, users(4, 6));
    assertThat(refusal(room.look("u1"))).isEqualTo(Outcome.PLACE_EXPIRED);
    assertThat(room.admitted()).contains("u4", "u5");
  }

  @Test
  @DisplayName("an admission that ended during a pause is no lost place, even before a release")
  void pausedBetweenReleases(TestRedis redis) {
    ScriptRoom room = new ScriptRoom(redis, 1).with("admissionMillis", 10_000);
    room.join("u1");
    room.pass(400, "u1");
    room.field("status", "PAUSED");
    room.now += 10_001;
    assertThat(position(room.look("u1"))).isEqualTo(1);
    assertThat(position(room.join("u1").get(0))).isEqualTo(1);
    assertThat(room.sizes()).containsExactly(1L, 0L, 0L);
  }

  @Test
  @DisplayName("lost places are remembered for a while and not for ever")
  void forgets(TestRedis redis) {
    ScriptRoom room = new ScriptRoom(redis, 1).with("maxPerSecond", 0, "rememberMillis", 10_000);
    room.join(users(0, 2));
    room.release();
    room.pass(60_200, "u1");
    assertThat(refusal(room.look("u0"))).isEqualTo(Outcome.PLACE_EXPIRED);
    room.pass(10_200, "u1");
    assertThat(refusal(room.look("u0"))).isEqualTo(Outcome.NOT_FOUND);
    assertThat(room.members(KEYS.seen())).containsExactly("u1");
  }

  @Test
  @DisplayName("thousands of absent people at the front are passed over in bounded calls")
  void manyAbsent(TestRedis redis) {
    ScriptRoom room = new ScriptRoom(redis, 10);
    for (int from = 0; from < 5_000; from += 500) {
      room.join(users(from, from + 500));
    }
    room.release();
    room.now += 20_000;
    room.join("here");
    int calls = 1;
    while (room.release().more()) {
      calls++;
    }
    assertThat(room.admitted()).containsExactly("here");
    assertThat(calls).isBetween(10, 12);
  }
}
