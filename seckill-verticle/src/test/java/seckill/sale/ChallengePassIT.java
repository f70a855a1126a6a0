package seckill.sale;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import seckill.contract.Addresses;
import seckill.contract.Idempotency;
import seckill.contract.ItemGate;
import seckill.contract.ItemGate.ChallengeMode;
import seckill.contract.ItemKeys;
import seckill.contract.Outcome;
import seckill.contract.PurchaseAttempt;
import seckill.contract.PurchaseAttempt.Challenge;
import seckill.contract.PurchaseResult;
import seckill.contract.RedisKeys;
import seckill.testkit.MySqlExtension;
import seckill.testkit.RedisExtension;
import seckill.testkit.TestMySql;
import seckill.testkit.TestRedis;
import seckill.testkit.TestVertx;

@ExtendWith({RedisExtension.class, MySqlExtension.class})
class ChallengePassIT {
  private static final long ITEM = 1001;
  private static final ItemKeys KEYS = RedisKeys.DEFAULT.of(ITEM);
  private static final String PASS = "Xy_-0123456789";

  private TestRedis redis;
  private Till till;

  @BeforeEach
  void open(TestRedis redis, TestMySql mysql) {
    this.redis = redis;
    till = Till.two(redis, mysql);
  }

  @AfterEach
  void close() {
    till.close();
  }

  private void sell(long itemId, long stock, ChallengeMode mode) {
    till.create(Till.item(itemId, stock, new ItemGate(false, mode, null)));
    till.preheat(itemId);
  }

  private void give(String user, String pass, long fromNowMillis) {
    long ends = System.currentTimeMillis() + fromNowMillis;
    redis.command("HSET", KEYS.passes(), user, pass + "|" + ends);
  }

  private PurchaseResult buy(String user, boolean required, String pass) {
    return till.buy(Till.showing(ITEM, user, required, pass));
  }

  private void assertPassKept(String user) {
    assertThat(redis.number("HEXISTS", KEYS.passes(), user)).isEqualTo(1);
  }

  @Test
  @DisplayName("of 50 parallel buys with one pass one gets past; nobody else can use it")
  void usedOnce() {
    sell(ITEM, 100, ChallengeMode.ALWAYS);
    give("u1", PASS, 60_000);
    List<Future<JsonObject>> sent = new ArrayList<>();
    for (int i = 0; i < 50; i++) {
      JsonObject request = Till.json(Till.attempt(ITEM, "u1")).put("challengePass", PASS);
      sent.add(till.send(Addresses.PURCHASE, request));
    }
    List<JsonObject> answers = TestVertx.await(Future.all(sent)).list();
    assertThat(Till.count(answers, Outcome.ACCEPTED)).isEqualTo(1);
    assertThat(Till.count(answers, Outcome.CHALLENGE_INVALID)).isEqualTo(49);
    assertThat(buy("u2", false, PASS).outcome()).isEqualTo(Outcome.CHALLENGE_INVALID);
    till.assertBalanced(ITEM, 100);
    assertThat(redis.get(KEYS.stock())).isEqualTo("99");
  }

  @Test
  @DisplayName("within one batch a pass counts once, whichever attempt of the batch comes first")
  void onceInABatch() {
    sell(ITEM, 100, ChallengeMode.ALWAYS);
    give("u1", PASS, 60_000);
    List<PurchaseResult> results =
        till.buyAll(
            ITEM,
            List.of(
                Till.showing(ITEM, "u2", false, PASS),
                Till.showing(ITEM, "u1", false, ""),
                Till.showing(ITEM, "u1", false, "other"),
                Till.showing(ITEM, "u1", false, PASS),
                Till.showing(ITEM, "u1", false, PASS),
                Till.showing(ITEM, "u1", false, "")));
    assertThat(results.stream().map(PurchaseResult::outcome))
        .containsExactly(
            Outcome.CHALLENGE_INVALID,
            Outcome.CHALLENGE_REQUIRED,
            Outcome.CHALLENGE_INVALID,
            Outcome.ACCEPTED,
            Outcome.CHALLENGE_INVALID,
            Outcome.DUPLICATE);
    assertThat(redis.number("EXISTS", KEYS.passes())).isZero();
    till.assertBalanced(ITEM, 100);
  }

  @Test
  @DisplayName("a buyer who presses again hears the order id: without a pass, by order id, by key")
  void holderHears() {
    sell(ITEM, 100, ChallengeMode.ALWAYS);
    give("u1", PASS, 60_000);
    PurchaseAttempt first =
        new PurchaseAttempt(
            ITEM,
            "u1",
            UUID.randomUUID().toString(),
            Idempotency.fingerprint("key", ""),
            "",
            new Challenge(false, PASS),
            Long.MAX_VALUE);
    assertThat(till.buy(first).outcome()).isEqualTo(Outcome.ACCEPTED);

    PurchaseResult again = buy("u1", true, "");
    assertThat(again.outcome()).isEqualTo(Outcome.DUPLICATE);
    assertThat(again.orderId()).isEqualTo(first.orderId());
    assertThat(till.buy(first).replayed()).isTrue();
    PurchaseAttempt sameKey =
        new PurchaseAttempt(
            ITEM,
            "u1",
            UUID.randomUUID().toString(),
            first.fingerprint(),
            "",
            first.challenge(),
            Long.MAX_VALUE);
    assertThat(till.buy(sameKey).replayed()).isTrue();
    PurchaseResult used = buy("u1", false, PASS);
    assertThat(used.outcome()).isEqualTo(Outcome.CHALLENGE_INVALID);
    assertThat(used.orderId()).isEqualTo(first.orderId());

    give("u1", "fresh", 60_000);
    assertThat(buy("u1", false, "fresh").outcome()).isEqualTo(Outcome.DUPLICATE);
    assertPassKept("u1");
  }

  @ParameterizedTest
  @CsvSource({
    "ALWAYS, false, '', CHALLENGE_REQUIRED",
    "ALWAYS, true, '', CHALLENGE_REQUIRED",
    "ALWAYS, false, wrong, CHALLENGE_INVALID",
    "ALWAYS, false, good, ACCEPTED",
    "AUTO, false, '', ACCEPTED",
    "AUTO, true, '', CHALLENGE_REQUIRED",
    "AUTO, true, wrong, CHALLENGE_INVALID",
    "AUTO, false, wrong, CHALLENGE_INVALID",
    "AUTO, true, good, ACCEPTED",
    "AUTO, false, good, ACCEPTED",
    "NEVER, true, '', ACCEPTED",
    "NEVER, true, wrong, ACCEPTED",
    "NEVER, false, good, ACCEPTED"
  })
  @DisplayName("who needs a pass is said by the item and the gate; a shown one has to be right")
  void whoNeedsAPass(ChallengeMode mode, boolean required, String pass, Outcome outcome) {
    sell(ITEM, 5, mode);
    give("u1", "good", 60_000);
    assertThat(buy("u1", required, pass).outcome()).isEqualTo(outcome);
    till.assertBalanced(ITEM, 5);
  }

  @Test
  @DisplayName("a mode that nobody knows asks everybody; one that is missing is AUTO")
  void unknownMode() {
    sell(ITEM, 5, ChallengeMode.NEVER);
    redis.command("HSET", KEYS.item(), RedisKeys.ITEM_CHALLENGE, "never");
    assertThat(buy("u1", false, "").outcome()).isEqualTo(Outcome.CHALLENGE_REQUIRED);
    redis.command("HDEL", KEYS.item(), RedisKeys.ITEM_CHALLENGE);
    assertThat(buy("u1", true, "").outcome()).isEqualTo(Outcome.CHALLENGE_REQUIRED);
    assertThat(buy("u1", false, "").outcome()).isEqualTo(Outcome.ACCEPTED);
  }

  @Test
  @DisplayName("a pass for another item, of another user or run out is refused in the same words")
  void solvedForSomethingElse() {
    sell(ITEM, 5, ChallengeMode.ALWAYS);
    sell(1002, 5, ChallengeMode.ALWAYS);
    give("u1", PASS, 60_000);
    give("late", "late-pass", -1000);
    PurchaseResult invalid = PurchaseResult.of(Outcome.CHALLENGE_INVALID);
    assertThat(till.buy(Till.showing(1002, "u1", false, PASS))).isEqualTo(invalid);
    assertThat(buy("u2", false, PASS)).isEqualTo(invalid);
    assertThat(buy("late", false, "late-pass")).isEqualTo(invalid);
    assertThat(buy("u1", false, "guess")).isEqualTo(invalid);
    assertPassKept("u1");
    assertThat(buy("u1", false, PASS).outcome()).isEqualTo(Outcome.ACCEPTED);
  }

  @Test
  @DisplayName("a refusal uses no pass up: not started, paused, sold out, busy")
  void keptByRefusals(TestMySql mysql) {
    sell(ITEM, 2, ChallengeMode.ALWAYS);
    give("u1", PASS, 60_000);
    give("u2", "second", 60_000);
    give("u3", "third", 60_000);
    long start = redis.command("HGET", KEYS.item(), "start_at").toLong();
    redis.command("HSET", KEYS.item(), "start_at", "" + (System.currentTimeMillis() + 60_000));
    assertThat(buy("u1", false, PASS).outcome()).isEqualTo(Outcome.NOT_STARTED);
    redis.command("HSET", KEYS.item(), "start_at", "" + start);
    till.admin(Addresses.ITEM_PAUSE, ITEM);
    assertThat(buy("u1", false, PASS).outcome()).isEqualTo(Outcome.PAUSED);
    till.admin(Addresses.ITEM_RESUME, ITEM);
    assertPassKept("u1");
    assertThat(buy("u1", false, PASS).outcome()).isEqualTo(Outcome.ACCEPTED);
    try (Till capped = Till.open(redis, mysql, Till.sale("backlogCap", 1))) {
      PurchaseAttempt second = Till.showing(ITEM, "u2", false, "second");
      assertThat(capped.buy(second).outcome()).isEqualTo(Outcome.BUSY);
      assertPassKept("u2");
    }
    assertThat(buy("u2", false, "second").outcome()).isEqualTo(Outcome.ACCEPTED);
    assertThat(buy("u3", false, "third").outcome()).isEqualTo(Outcome.SOLD_OUT);
    assertThat(buy("u3", false, "").outcome()).isEqualTo(Outcome.SOLD_OUT);
    assertPassKept("u3");
    till.assertBalanced(ITEM, 2);
  }

  @ParameterizedTest
  @ValueSource(strings = {"SET", "SADD", "RPUSH"})
  @DisplayName("passes of the wrong type: DEGRADED for strangers, the order id for holders")
  void wrongType(String command) {
    sell(ITEM, 5, ChallengeMode.ALWAYS);
    give("u1", PASS, 60_000);
    String orderId = buy("u1", false, PASS).orderId();
    redis.command("DEL", KEYS.passes());
    redis.command(command, KEYS.passes(), "x");
    assertThat(buy("u2", false, PASS).outcome()).isEqualTo(Outcome.DEGRADED);
    PurchaseResult holder = buy("u1", false, PASS);
    assertThat(holder.outcome()).isEqualTo(Outcome.DUPLICATE);
    assertThat(holder.orderId()).isEqualTo(orderId);
    till.assertBalanced(ITEM, 5);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "|", "abc", "abc|", "abc|x", "|99999999999999", "abc|-1", "abc|0"})
  @DisplayName("a kept pass that cannot be read is no pass")
  void unreadable(String kept) {
    sell(ITEM, 5, ChallengeMode.ALWAYS);
    redis.command("HSET", KEYS.passes(), "u1", kept);
    assertThat(buy("u1", false, "abc").outcome()).isEqualTo(Outcome.CHALLENGE_INVALID);
  }

  @Test
  @DisplayName("text that can be no pass, sent straight to the bus, is invalid and nothing more")
  void notAPass() {
    sell(ITEM, 5, ChallengeMode.ALWAYS);
    give("u1", "a", 60_000);
    for (String pass : List.of("a|1", "|", "1", "a b", "\u00e9")) {
      PurchaseAttempt attempt =
          new PurchaseAttempt(
              ITEM,
              "u1",
              UUID.randomUUID().toString(),
              "",
              "",
              new Challenge(false, pass),
              Long.MAX_VALUE);
      assertThat(till.buy(attempt).outcome()).isEqualTo(Outcome.CHALLENGE_INVALID);
    }
    JsonObject request = Till.json(Till.attempt(ITEM, "u1")).put("challengePass", "a b");
    assertThat(Till.failure(till.send(Addresses.PURCHASE, request)))
        .isEqualTo(Outcome.CHALLENGE_INVALID);
    assertThat(buy("u1", false, "a").outcome()).isEqualTo(Outcome.ACCEPTED);
  }
}
