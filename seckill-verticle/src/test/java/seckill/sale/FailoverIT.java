package seckill.sale;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.vertx.core.Future;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import seckill.contract.RedisKeys;
import seckill.testkit.MySqlExtension;
import seckill.testkit.TestMySql;
import seckill.testkit.TestRedis;
import seckill.testkit.TestVertx;

/** The master dies in the middle of a rush, and sentinels let its replica take over. */
@ExtendWith(MySqlExtension.class)
class FailoverIT {
  private static final long ITEM = 1001;
  private static final long TOTAL = 100_000;
  private static final int CROWD = 50;
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private final TestRedis first =
      TestRedis.dedicated("--save", "", "--repl-diskless-sync-delay", "0");
  private final List<TestRedis> sentinels = new ArrayList<>();
  private final Map<String, String> heardYes = new HashMap<>();
  private final AtomicInteger users = new AtomicInteger();
  private TestRedis second;

  @BeforeEach
  void open() {
    second = TestRedis.dedicated("--save", "", "--replicaof", "127.0.0.1 " + first.port());
    await()
        .atMost(PATIENCE)
        .until(() -> first.command("INFO", "replication").toString().contains("state=online"));
    for (int i = 0; i < 3; i++) {
      sentinels.add(TestRedis.sentinel("sale", first, 2));
    }
    await()
        .atMost(PATIENCE)
        .until(
            () ->
                sentinels.stream()
                    .allMatch(
                        sentinel ->
                            sentinel
                                .command("INFO", "sentinel")
                                .toString()
                                .contains("slaves=1,sentinels=3")));
  }

  @AfterEach
  void close() {
    sentinels.forEach(TestRedis::close);
    second.close();
    first.close();
  }

  private JsonObject settings() {
    JsonArray addresses = new JsonArray();
    sentinels.forEach(sentinel -> addresses.add("127.0.0.1:" + sentinel.port()));
    return new JsonObject()
        .put(
            "redis",
            new JsonObject()
                .put("url", "redis://unused.invalid:1")
                .put("sentinels", addresses)
                .put("masterName", "sale")
                .put("storeLookMillis", 100)
                .put("connectTimeoutMillis", 500)
                .put("commandTimeoutMillis", 500))
        .put("durability", new JsonObject().put("level", "replica").put("waitMillis", 500));
  }

  /** How many of a new crowd hear yes. */
  private long rush(Till till) {
    List<String> crowd =
        IntStream.range(0, CROWD).mapToObj(i -> "u" + users.incrementAndGet()).toList();
    List<JsonObject> answers = till.rush(ITEM, crowd);
    long accepted = 0;
    for (int i = 0; i < CROWD; i++) {
      if ("ACCEPTED".equals(answers.get(i).getString("code"))) {
        heardYes.put(crowd.get(i), answers.get(i).getString("orderId"));
        accepted++;
      }
    }
    return accepted;
  }

  @Test
  @DisplayName("at the level replica no yes is lost when the master dies, and the till goes on")
  void noYesIsLost(TestMySql mysql) {
    try (Till till = Till.open(second, mysql, settings())) {
      till.sell(ITEM, TOTAL);
      await().atMost(PATIENCE).until(() -> rush(till) == CROWD && heardYes.size() >= 20 * CROWD);
      Future<Void> killed = till.vertx.executeBlocking(this::killFirst, false);
      // The sentinels cut all connections to the new master, this test's, too.
      await()
          .atMost(PATIENCE)
          .ignoreExceptionsMatching(cut -> cut instanceof IllegalStateException)
          .until(
              () -> {
                rush(till);
                return second.command("INFO").toString().contains("role:master");
              });
      TestVertx.await(killed);
      // Alone, the new master has no replica: nobody hears yes of it until it has one.
      first.restart();
      await().atMost(PATIENCE).until(() -> rush(till) == CROWD);

      for (Map.Entry<String, String> yes : heardYes.entrySet()) {
        assertThat(
                second
                    .command("HGET", RedisKeys.DEFAULT.of(ITEM).receipts(), yes.getKey())
                    .toString())
            .isEqualTo(yes.getValue());
      }
      till.assertBalanced(ITEM, TOTAL);
    }
  }

  private Void killFirst() {
    first.kill();
    return null;
  }
}
