package seckill.order;

import static org.awaitility.Awaitility.await;
import static seckill.order.Sale.ITEM;
import static seckill.order.Sale.LIMIT;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.junit5.VertxExtension;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import seckill.testkit.MySqlExtension;
import seckill.testkit.RedisExtension;
import seckill.testkit.TestMySql;
import seckill.testkit.TestRedis;

@ExtendWith({VertxExtension.class, RedisExtension.class, MySqlExtension.class})
class RandomCrashIT {
  private static final int ORDERS = 1500;
  private static final int ROUNDS = 25;

  private Sale sale;
  private volatile boolean calm;

  @BeforeEach
  void prepare(Vertx vertx, TestRedis redis, TestMySql mysql) {
    sale = new Sale(vertx, redis, mysql);
  }

  /** Fails, dawdles or dies at random points. */
  private final class Chaos implements FaultHooks {
    private final Random random;

    Chaos(long seed) {
      this.random = new Random(seed);
    }

    @Override
    public Future<Void> beforeWrite(long itemId) {
      return strike();
    }

    @Override
    public Future<Void> afterCommit(long itemId) {
      return strike();
    }

    @Override
    public Future<Void> betweenDeadCopies(long itemId) {
      return strike();
    }

    private Future<Void> strike() {
      int dice = calm ? 100 : random.nextInt(100);
      if (dice < 5) {
        return Promise.<Void>promise().future();
      }
      if (dice < 15) {
        return Future.failedFuture("struck");
      }
      return dice < 25
          ? sale.vertx.timer(1 + random.nextInt(150), TimeUnit.MILLISECONDS).mapEmpty()
          : Future.succeededFuture();
    }
  }

  @RepeatedTest(2)
  @Timeout(90)
  @DisplayName(
      "whatever consumers die when: one row or one letter per order, and the ledger agrees")
  void everyOrderLandsOnce() {
    long seed = ThreadLocalRandom.current().nextLong();
    System.out.println("RandomCrashIT seed " + seed);
    Random random = new Random(seed);
    sale.with("consumer", "stopTimeoutMillis", 0)
        .unchecked("consumer", "claimIdleMillis", 300)
        .with("consumer", "maxBatch", 40)
        .item(ITEM, 10 * ORDERS)
        .item(1002, ORDERS / 3);
    List<String> running = new ArrayList<>();
    int sent = 0;
    int poison = 0;
    for (int round = 0; round < ROUNDS; round++) {
      for (int i = 0; i < ORDERS / ROUNDS; i++) {
        String orderId = sale.newOrderId();
        sale.add(ITEM, Sale.fields(orderId, ITEM, "u" + sent));
        if (random.nextInt(20) == 0) {
          sale.add(ITEM, Sale.fields(orderId, ITEM, "u" + sent));
        }
        if (random.nextInt(50) == 0) {
          sale.add(ITEM, Map.of("poison", Integer.toString(poison++)));
        }
        sale.order(1002, "u" + sent++);
      }
      if (running.size() < 3) {
        running.add(sale.start("c-" + round, new Chaos(random.nextLong())));
      } else if (random.nextBoolean()) {
        sale.stop(running.remove(random.nextInt(running.size())));
      }
    }
    calm = true;
    running.forEach(sale::stop);
    sale.start("c-last");
    sale.start("c-very-last");

    await().atMost(LIMIT).ignoreExceptions().until(() -> sale.rows(ITEM) == ORDERS);
    sale.awaitDrained(ITEM, ORDERS, poison);
    sale.awaitDrained(1002, ORDERS / 3, ORDERS - ORDERS / 3);
  }
}
