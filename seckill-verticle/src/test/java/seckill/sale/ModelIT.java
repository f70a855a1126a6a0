package seckill.sale;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.redis.client.Response;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import seckill.contract.Addresses;
import seckill.contract.Idempotency;
import seckill.contract.ItemKeys;
import seckill.contract.Outcome;
import seckill.contract.PurchaseAttempt;
import seckill.contract.PurchaseResult;
import seckill.testkit.MySqlExtension;
import seckill.testkit.RedisExtension;
import seckill.testkit.TestMySql;
import seckill.testkit.TestRedis;

/** The till against a model of a few lines, on random input. */
@ExtendWith({RedisExtension.class, MySqlExtension.class})
class ModelIT {
  private static final int STEPS = 400;
  private static final int USERS = 60;
  private static final int STOCK = 40;

  private final long seed = Long.getLong("seckill.seed", System.nanoTime());
  private final Random random = new Random(seed);

  /** What the till must do, said as simply as possible. */
  private static final class Model {
    final Map<String, PurchaseAttempt> holders = new HashMap<>();
    final List<String> orders = new ArrayList<>();
    int stock = STOCK;
    boolean paused;

    PurchaseResult buy(PurchaseAttempt attempt) {
      PurchaseAttempt held = holders.get(attempt.userId());
      if (held != null) {
        return again(held, attempt);
      }
      if (paused) {
        return PurchaseResult.of(Outcome.PAUSED);
      }
      if (stock == 0) {
        return PurchaseResult.of(Outcome.SOLD_OUT);
      }
      stock--;
      holders.put(attempt.userId(), attempt);
      orders.add(attempt.orderId());
      return new PurchaseResult(Outcome.ACCEPTED, attempt.orderId(), false, 0, 0);
    }

    private static PurchaseResult again(PurchaseAttempt held, PurchaseAttempt attempt) {
      boolean keyed = !attempt.fingerprint().isEmpty() && !held.fingerprint().isEmpty();
      if (held.orderId().equals(attempt.orderId())
          || keyed && held.fingerprint().equals(attempt.fingerprint())) {
        return new PurchaseResult(Outcome.ACCEPTED, held.orderId(), true, 0, 0);
      }
      boolean sameKey = keyed && key(held).equals(key(attempt));
      return new PurchaseResult(
          sameKey ? Outcome.KEY_REUSED : Outcome.DUPLICATE, held.orderId(), false, 0, 0);
    }

    private static String key(PurchaseAttempt attempt) {
      return attempt.fingerprint().split("\\.")[0];
    }
  }

  @Test
  @DisplayName("whatever is asked in whatever order, till and model answer and hold the same")
  void againstTheModel(TestRedis redis, TestMySql mysql) {
    System.out.println("[model] -Dseckill.seed=" + seed);
    try (Till till = Till.open(redis, mysql, Till.sale("maxBatch", 5))) {
      ItemKeys keys = till.sell(1001, STOCK);
      Model model = new Model();
      List<PurchaseAttempt> past = new ArrayList<>();
      for (int step = 0; step < STEPS; step++) {
        disturb(till, redis, keys, model);
        List<PurchaseAttempt> batch = batch(past);
        List<PurchaseResult> expected = batch.stream().map(model::buy).toList();
        List<PurchaseResult> actual = till.buyAll(1001, batch);
        assertThat(actual)
            .as("seed %d step %d", seed, step)
            .usingRecursiveComparison()
            .ignoringFields("acceptedTotal")
            .isEqualTo(expected);
        assertThat(redis.get(keys.stock())).isEqualTo(Integer.toString(model.stock));
        till.assertBalanced(1001, STOCK);
      }
      List<String> streamed = new ArrayList<>();
      for (Response entry : redis.command("XRANGE", keys.orders(), "-", "+")) {
        streamed.add(entry.get(1).get(1).toString());
      }
      assertThat(streamed).isEqualTo(model.orders);
    }
  }

  private List<PurchaseAttempt> batch(List<PurchaseAttempt> past) {
    List<PurchaseAttempt> batch = new ArrayList<>();
    for (int i = random.nextInt(9); i >= 0; i--) {
      boolean retry = !past.isEmpty() && random.nextInt(4) == 0;
      PurchaseAttempt attempt = retry ? past.get(random.nextInt(past.size())) : fresh();
      past.add(attempt);
      batch.add(attempt);
    }
    return batch;
  }

  private PurchaseAttempt fresh() {
    String reference = random.nextInt(3) == 0 ? "ref" + random.nextInt(2) : "";
    String key = random.nextInt(2) == 0 ? "key" + random.nextInt(2) : null;
    return new PurchaseAttempt(
        1001,
        "user" + random.nextInt(USERS),
        new UUID(random.nextLong(), random.nextLong()).toString(),
        Idempotency.fingerprint(key, reference),
        reference,
        Long.MAX_VALUE);
  }

  private void disturb(Till till, TestRedis redis, ItemKeys keys, Model model) {
    switch (random.nextInt(40)) {
      case 0 -> {
        model.paused = !model.paused;
        till.admin(model.paused ? Addresses.ITEM_PAUSE : Addresses.ITEM_RESUME, 1001);
      }
      case 1 -> till.preheat(1001);
      case 2 -> {
        redis.command("DEL", keys.stock());
        till.preheat(1001);
      }
      case 3 -> redis.command("SCRIPT", "FLUSH");
      default -> {
        // Most steps are plain purchases.
      }
    }
  }
}
