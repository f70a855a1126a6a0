package seckill.sale;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.json.JsonObject;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import seckill.contract.Addresses;
import seckill.contract.ItemGate;
import seckill.contract.ItemGate.ChallengeMode;
import seckill.contract.ItemKeys;
import seckill.contract.Outcome;
import seckill.contract.PurchaseResult;
import seckill.contract.RedisKeys;
import seckill.testkit.MySqlExtension;
import seckill.testkit.RedisExtension;
import seckill.testkit.TestMySql;
import seckill.testkit.TestRedis;

@ExtendWith({RedisExtension.class, MySqlExtension.class})
class AdmissionIT {
  private static final long ITEM = 1001;
  private static final ItemKeys KEYS = RedisKeys.DEFAULT.of(ITEM);

  private TestRedis redis;
  private Till till;

  @BeforeEach
  void open(TestRedis redis, TestMySql mysql) {
    this.redis = redis;
    till = Till.two(redis, mysql);
    till.create(Till.item(ITEM, 5, new ItemGate(true, ChallengeMode.AUTO, null)));
    till.preheat(ITEM);
  }

  @AfterEach
  void close() {
    till.close();
  }

  private void admit(String user, long fromNowMillis) {
    redis.command("ZADD", KEYS.admitted(), "" + (System.currentTimeMillis() + fromNowMillis), user);
  }

  @Test
  @DisplayName("straight to the till by either address: not admitted, and the stock is untouched")
  void straightToTheTill() {
    JsonObject answer = till.ask(Addresses.PURCHASE, Till.json(Till.attempt(ITEM, "u1")));
    assertThat(answer.getString("code")).isEqualTo(Outcome.NOT_ADMITTED.name());
    admit("u2", 60_000);
    List<PurchaseResult> results =
        till.buyAll(ITEM, List.of(Till.attempt(ITEM, "u1"), Till.attempt(ITEM, "u2")));
    assertThat(results.stream().map(PurchaseResult::outcome))
        .containsExactly(Outcome.NOT_ADMITTED, Outcome.ACCEPTED);
    assertThat(redis.get(KEYS.stock())).isEqualTo("4");
    till.assertBalanced(ITEM, 5);
    assertThat(
            till.meters
                .get("seckill.gate")
                .tags("layer", "admission", "outcome", "NOT_ADMITTED")
                .counter()
                .count())
        .isEqualTo(2);
  }

  @Test
  @DisplayName("an admission that is withdrawn or has run out in between does not count")
  void withdrawn() {
    admit("u1", 60_000);
    admit("u2", -1);
    redis.command("ZREM", KEYS.admitted(), "u1");
    assertThat(till.buy(ITEM, "u1").outcome()).isEqualTo(Outcome.NOT_ADMITTED);
    assertThat(till.buy(ITEM, "u2").outcome()).isEqualTo(Outcome.NOT_ADMITTED);
    till.assertBalanced(ITEM, 5);
  }

  @Test
  @DisplayName("once nothing is left everybody hears so, whether admitted or not")
  void soldOutComesFirst() {
    for (int i = 0; i < 5; i++) {
      admit("b" + i, 60_000);
      assertThat(till.buy(ITEM, "b" + i).outcome()).isEqualTo(Outcome.ACCEPTED);
    }
    assertThat(till.buy(ITEM, "stranger").outcome()).isEqualTo(Outcome.SOLD_OUT);
    assertThat(till.buy(ITEM, "b0").outcome()).isEqualTo(Outcome.DUPLICATE);
  }

  @Test
  @DisplayName("an accepted purchase uses the admission up, a refused one does not")
  void usedUp() {
    admit("u1", 60_000);
    admit("u2", 60_000);
    till.admin(Addresses.ITEM_PAUSE, ITEM);
    assertThat(till.buy(ITEM, "u1").outcome()).isEqualTo(Outcome.PAUSED);
    till.admin(Addresses.ITEM_RESUME, ITEM);
    assertThat(redis.number("ZCARD", KEYS.admitted())).isEqualTo(2);
    assertThat(till.buy(ITEM, "u1").outcome()).isEqualTo(Outcome.ACCEPTED);
    assertThat(redis.command("ZRANGE", KEYS.admitted(), "0", "-1")).hasToString("[u2]");
    assertThat(till.buy(ITEM, "u1").outcome()).isEqualTo(Outcome.DUPLICATE);
  }
}
