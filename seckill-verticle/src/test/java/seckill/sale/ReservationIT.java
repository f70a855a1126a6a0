package seckill.sale;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import seckill.contract.Addresses;
import seckill.contract.ItemGate;
import seckill.contract.ItemGate.ChallengeMode;
import seckill.contract.ItemKeys;
import seckill.contract.Outcome;
import seckill.contract.RedisKeys;
import seckill.testkit.MySqlExtension;
import seckill.testkit.RedisExtension;
import seckill.testkit.TestMySql;
import seckill.testkit.TestRedis;
import seckill.testkit.TestVertx;

@ExtendWith({RedisExtension.class, MySqlExtension.class})
class ReservationIT {
  private static final long ITEM = 1001;
  private static final ItemKeys KEYS = RedisKeys.DEFAULT.of(ITEM);

  private final Instant from = Instant.ofEpochMilli(Instant.now().toEpochMilli()).minusSeconds(60);
  private final Instant until = from.plusSeconds(3600);
  private TestRedis redis;
  private TestMySql mysql;

  @BeforeEach
  void open(TestRedis redis, TestMySql mysql) {
    this.redis = redis;
    this.mysql = mysql;
  }

  private Till till() {
    return Till.open(redis, mysql, Till.sale("pageSize", 3));
  }

  private Till tillAt(Instant now) {
    return Till.open(redis, mysql, new JsonObject(), Clock.fixed(now, ZoneOffset.UTC));
  }

  private void create(Till till) {
    till.create(
        Till.item(
            ITEM,
            5,
            new ItemGate(false, ChallengeMode.AUTO, new ItemGate.Reservation(from, until))));
  }

  private static JsonObject of(String userId) {
    return Till.forItem(ITEM).put("userId", userId);
  }

  private static JsonObject answer(boolean reserved) {
    return Till.forItem(ITEM).put("reserved", reserved);
  }

  private long booked() {
    return mysql.number("SELECT COUNT(*) FROM reservation WHERE item_id = ?", ITEM);
  }

  @Test
  @DisplayName("registered before the preheat, counted at the sale: others hear NOT_RESERVED")
  void beforeThePreheat() {
    try (Till till = till()) {
      create(till);
      for (int i = 0; i < 10; i++) {
        assertThat(till.ask(Addresses.RESERVATION_MAKE, of("u" + i))).isEqualTo(answer(true));
      }
      redis.flush();
      till.preheat(ITEM);
      assertThat(redis.number("SCARD", KEYS.reserved())).isEqualTo(10);
      assertThat(till.buy(ITEM, "u9").outcome()).isEqualTo(Outcome.ACCEPTED);
      assertThat(till.buy(ITEM, "stranger").outcome()).isEqualTo(Outcome.NOT_RESERVED);
      assertThat(redis.number("PEXPIRETIME", KEYS.reserved()))
          .isEqualTo(redis.number("PEXPIRETIME", KEYS.users()));
      assertThat(till.meters.get("seckill.gate").tag("layer", "reservation").counter().count())
          .isEqualTo(1);
      till.assertBalanced(ITEM, 5);
    }
  }

  @Test
  @DisplayName(
      "registering is for a while, once, can be asked for and taken back, also in mid-sale")
  void whileItSells() {
    try (Till till = till()) {
      create(till);
      till.preheat(ITEM);
      assertThat(till.buy(ITEM, "u1").outcome()).isEqualTo(Outcome.NOT_RESERVED);
      assertThat(till.ask(Addresses.RESERVATION_GET, of("u1"))).isEqualTo(answer(false));
      till.ask(Addresses.RESERVATION_MAKE, of("u1"));
      till.ask(Addresses.RESERVATION_MAKE, of("u1"));
      assertThat(booked()).isEqualTo(1);
      JsonObject known = till.ask(Addresses.RESERVATION_GET, of("u1"));
      assertThat(known.getBoolean("reserved")).isTrue();
      assertThat(known.getInstant("reservedAt")).isBetween(from, until);
      assertThat(till.ask(Addresses.RESERVATION_GET, of("U1"))).isEqualTo(answer(false));

      assertThat(till.ask(Addresses.RESERVATION_CANCEL, of("u1"))).isEqualTo(answer(false));
      assertThat(till.ask(Addresses.RESERVATION_CANCEL, of("u1"))).isEqualTo(answer(false));
      assertThat(till.buy(ITEM, "u1").outcome()).isEqualTo(Outcome.NOT_RESERVED);
      till.ask(Addresses.RESERVATION_MAKE, of("u1"));
      assertThat(till.buy(ITEM, "u1").outcome()).isEqualTo(Outcome.ACCEPTED);
    }
  }

  @Test
  @DisplayName("before it opens everybody hears when it does; from its end on it is over")
  void onlyInBetween() {
    try (Till early = tillAt(from.minusMillis(1));
        Till first = tillAt(from);
        Till last = tillAt(until.minusMillis(1));
        Till late = tillAt(until)) {
      create(first);
      JsonObject notYet = Till.forItem(ITEM).put("code", "NOT_STARTED").put("startAt", from + "");
      JsonObject over = Till.forItem(ITEM).put("code", "ENDED");
      assertThat(early.ask(Addresses.RESERVATION_MAKE, of("u1"))).isEqualTo(notYet);
      assertThat(first.ask(Addresses.RESERVATION_MAKE, of("u1"))).isEqualTo(answer(true));
      assertThat(last.ask(Addresses.RESERVATION_MAKE, of("u2"))).isEqualTo(answer(true));
      assertThat(late.ask(Addresses.RESERVATION_MAKE, of("u3"))).isEqualTo(over);
      assertThat(late.ask(Addresses.RESERVATION_CANCEL, of("u1"))).isEqualTo(over);
      assertThat(late.ask(Addresses.RESERVATION_GET, of("u1")).getBoolean("reserved")).isTrue();
      assertThat(booked()).isEqualTo(2);
    }
  }

  @Test
  @DisplayName("many register at once: each is in the books and in Redis")
  void manyAtOnce() {
    try (Till till = till()) {
      create(till);
      List<Future<JsonObject>> asked = new ArrayList<>();
      for (int i = 0; i < 700; i++) {
        asked.add(till.send(Addresses.RESERVATION_MAKE, of("u" + i % 600)));
      }
      TestVertx.await(Future.all(asked));
      assertThat(booked()).isEqualTo(600);
      assertThat(redis.number("SCARD", KEYS.reserved())).isEqualTo(600);
      redis.command("DEL", KEYS.reserved());
      till.preheat(ITEM);
      assertThat(redis.number("SCARD", KEYS.reserved())).isEqualTo(600);
    }
  }

  @Test
  @DisplayName("a preheat in mid-sale brings back who is missing in Redis")
  void lostInMidSale() {
    try (Till till = till()) {
      create(till);
      till.ask(Addresses.RESERVATION_MAKE, of("u1"));
      till.preheat(ITEM);
      redis.command("DEL", KEYS.reserved());
      assertThat(till.buy(ITEM, "u1").outcome()).isEqualTo(Outcome.NOT_RESERVED);
      assertThat(till.preheat(ITEM).getBoolean("alreadyActive")).isTrue();
      assertThat(till.buy(ITEM, "u1").outcome()).isEqualTo(Outcome.ACCEPTED);
    }
  }

  @Test
  @DisplayName("registration that is switched on in mid-sale counts who registered before")
  void switchedOnInMidSale() {
    try (Till till = till()) {
      create(till);
      till.ask(Addresses.RESERVATION_MAKE, of("u1"));
      JsonObject gate = new JsonObject().put("actor", "olga").mergeIn(Till.forItem(ITEM));
      till.ask(Addresses.ITEM_GATE, gate.copy().put("gate", new JsonObject()));
      redis.flush();
      till.preheat(ITEM);
      assertThat(redis.number("EXISTS", KEYS.reserved())).isZero();
      JsonObject times =
          new JsonObject().put("from", from.toString()).put("until", until.toString());
      till.ask(
          Addresses.ITEM_GATE, gate.copy().put("gate", new JsonObject().put("reservation", times)));
      assertThat(till.buy(ITEM, "u1").outcome()).isEqualTo(Outcome.ACCEPTED);
      assertThat(till.buy(ITEM, "u2").outcome()).isEqualTo(Outcome.NOT_RESERVED);
    }
  }

  @Test
  @DisplayName("an item that is open to all takes no registrations, an unknown one is unknown")
  void nothingToRegisterFor() {
    try (Till till = till()) {
      assertThat(Till.failure(till.send(Addresses.RESERVATION_MAKE, of("u1"))))
          .isEqualTo(Outcome.NOT_FOUND);
      till.sell(ITEM, 5);
      for (String address : List.of(Addresses.RESERVATION_MAKE, Addresses.RESERVATION_CANCEL)) {
        assertThat(Till.failure(till.send(address, of("u1")))).isEqualTo(Outcome.CONFLICT);
      }
      assertThat(till.ask(Addresses.RESERVATION_GET, of("u1"))).isEqualTo(answer(false));
      for (Object bad : new Object[] {"", "a\nb", "x".repeat(129), 7, null}) {
        JsonObject request = Till.forItem(ITEM).put("userId", bad);
        assertThat(Till.failure(till.send(Addresses.RESERVATION_MAKE, request)))
            .isEqualTo(Outcome.BAD_REQUEST);
      }
    }
  }

  @Test
  @DisplayName("Redis away: DEGRADED, the book has it, and registering again brings it to Redis")
  void redisAway() {
    try (TestRedis own = TestRedis.dedicated("--appendonly", "yes", "--appendfsync", "always");
        Till till = Till.open(own, mysql)) {
      create(till);
      till.preheat(ITEM);
      own.kill();
      assertThat(Till.failure(till.send(Addresses.RESERVATION_MAKE, of("u1"))))
          .isEqualTo(Outcome.DEGRADED);
      assertThat(booked()).isEqualTo(1);
      own.restart();
      await()
          .atMost(Duration.ofSeconds(30))
          .ignoreExceptions()
          .until(() -> till.ask(Addresses.RESERVATION_MAKE, of("u1")).getBoolean("reserved"));
      assertThat(till.buy(ITEM, "u1").outcome()).isEqualTo(Outcome.ACCEPTED);
    }
  }
}
