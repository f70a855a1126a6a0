package seckill.sale.room;

import static org.assertj.core.api.Assertions.assertThat;
import static seckill.sale.room.ScriptRoom.KEYS;
import static seckill.sale.room.ScriptRoom.users;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.extension.ExtendWith;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import seckill.contract.QueueVisit;
import seckill.testkit.RedisExtension;
import seckill.testkit.TestRedis;

/** Measures a large room: {@code -Dseckill.room.size=1000000}. */
@ExtendWith(RedisExtension.class)
@EnabledIfSystemProperty(named = "seckill.room.size", matches = "[0-9]+")
class RoomSizeIT {
  private static final Logger LOG = LoggerFactory.getLogger(RoomSizeIT.class);
  private static final int BATCH = 256;
  private static final long SLOW_MICROS = 50_000;

  @Test
  @DisplayName("a large room costs little per user, and no call on it is slow")
  void large(TestRedis redis) {
    int size = Integer.getInteger("seckill.room.size");
    ScriptRoom room =
        new ScriptRoom(redis, size).with("maxPerSecond", 100_000, "chunk", 500, "maxPlaces", size);
    redis.command("CONFIG", "SET", "slowlog-log-slower-than", "" + SLOW_MICROS);
    redis.command("SLOWLOG", "RESET");
    long before = usedMemory(redis);
    for (int from = 0; from < size; from += BATCH) {
      room.join(users(from, Math.min(size, from + BATCH)));
      room.now += 1;
    }
    LOG.info("{} users: {} bytes each in all", size, (usedMemory(redis) - before) / size);
    for (String key : List.of(KEYS.queue(), KEYS.seen())) {
      LOG.info("{}: {} bytes each", key, redis.number("MEMORY", "USAGE", key) / size);
    }

    redis.command("CONFIG", "RESETSTAT");
    int looks = 0;
    for (int from = 0; from < size; from += size / 100) {
      room.visit(
          "look",
          Arrays.stream(users(from, from + BATCH)).map(user -> new QueueVisit(user, 0)).toList());
      looks += BATCH;
    }
    LOG.info("{} questions: {}", looks, evalStats(redis));

    room.release();
    room.now += 1_000;
    redis.command("CONFIG", "RESETSTAT");
    int calls = 1;
    while (room.release().more()) {
      calls++;
    }
    LOG.info("{} releases of up to {}: {}", calls, room.settings.chunk(), evalStats(redis));
    room.now += 200_000;
    redis.command("CONFIG", "RESETSTAT");
    while (room.release().more()) {
      calls++;
    }
    LOG.info("with those that expire and are passed over {}: {}", calls, evalStats(redis));
    room.stock(0);
    room.release();
    assertThat(room.sizes()).containsExactly(0L, 0L, 0L);
    assertThat(redis.number("SLOWLOG", "LEN")).isZero();
  }

  private static long usedMemory(TestRedis redis) {
    return Long.parseLong(field(redis.command("INFO", "memory").toString(), "used_memory:"));
  }

  private static String evalStats(TestRedis redis) {
    return field(redis.command("INFO", "commandstats").toString(), "cmdstat_eval:");
  }

  private static String field(String info, String name) {
    int from = info.indexOf(name) + name.length();
    return info.substring(from, info.indexOf('\r', from));
  }
}
