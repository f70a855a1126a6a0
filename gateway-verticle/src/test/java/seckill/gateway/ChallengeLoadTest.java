package seckill.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.internal.VertxInternal;
import io.vertx.core.json.JsonObject;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import seckill.contract.Addresses;
import seckill.testkit.TestVertx;

class ChallengeLoadTest {
  private static final String PATH = "/api/items/1001/challenge";
  private static final int ASKS_PER_SECOND = 200;
  private static final int BUYS_PER_SECOND = 50;
  private static final int SECONDS = 3;

  private final Queue<String> blocked = new ConcurrentLinkedQueue<>();
  private final ScheduledExecutorService pace = Executors.newScheduledThreadPool(2);
  private Vertx vertx;

  @BeforeEach
  void open() {
    vertx =
        Vertx.vertx(
            new VertxOptions()
                .setBlockedThreadCheckInterval(20)
                .setBlockedThreadCheckIntervalUnit(TimeUnit.MILLISECONDS)
                .setMaxEventLoopExecuteTime(1)
                .setMaxEventLoopExecuteTimeUnit(TimeUnit.SECONDS));
    ((VertxInternal) vertx)
        .blockedThreadChecker()
        .setThreadBlockedHandler(event -> blocked.add(event.thread().getName()));
    TillStandIn till = new TillStandIn(vertx, Integer.MAX_VALUE);
    till.answer(Addresses.CHALLENGE_KEEP, () -> new JsonObject().put("challengeId", "c1"));
  }

  @AfterEach
  void close() {
    pace.shutdownNow();
    TestVertx.await(vertx.close());
  }

  private TestGate gate(int pool) {
    return new TestGate(
        vertx, Clock.systemUTC(), Map.of("SECKILL_CHALLENGE_POOL", Integer.toString(pool)));
  }

  private static CompletableFuture<Reply> ask(TestGate gate, int user) {
    return gate.send(gate.request(PATH, TestTokens.of("u" + user)));
  }

  /** Sends at a steady rate, whatever the answers. */
  private List<CompletableFuture<Reply>> stream(
      int perSecond, CountDownLatch sent, IntFunction<CompletableFuture<Reply>> send) {
    List<CompletableFuture<Reply>> replies = new CopyOnWriteArrayList<>();
    pace.scheduleAtFixedRate(
        () -> {
          if (sent.getCount() > 0) {
            replies.add(send.apply(replies.size()));
            sent.countDown();
          }
        },
        0,
        TimeUnit.SECONDS.toMicros(1) / perSecond,
        TimeUnit.MICROSECONDS);
    return replies;
  }

  @Test
  @DisplayName("many challenges a second stop neither the event loops nor the purchases")
  void blocksNothing() throws InterruptedException {
    TestGate gate = gate(64);
    CountDownLatch asked = new CountDownLatch(ASKS_PER_SECOND * SECONDS);
    CountDownLatch bought = new CountDownLatch(BUYS_PER_SECOND * SECONDS);
    List<CompletableFuture<Reply>> asks = stream(ASKS_PER_SECOND, asked, user -> ask(gate, user));
    List<CompletableFuture<Reply>> buys =
        stream(BUYS_PER_SECOND, bought, user -> gate.buyAsync("u" + user, "1001"));
    asked.await();
    bought.await();

    assertThat(buys).allSatisfy(buy -> assertThat(buy.join().status()).isEqualTo(202));
    assertThat(asks).allSatisfy(ask -> assertThat(ask.join().status()).isIn(200, 429));
    assertThat(asks).filteredOn(ask -> ask.join().status() == 200).hasSizeGreaterThan(64);
    assertThat(blocked).isEmpty();
  }

  @Test
  @DisplayName("more at once than pictures are ready are told to come again, and nobody waits")
  void beyondCapacity() {
    TestGate gate = gate(2);
    List<CompletableFuture<Reply>> asks =
        IntStream.range(0, 300).mapToObj(user -> ask(gate, user)).toList();

    List<Reply> refused =
        asks.stream().map(CompletableFuture::join).filter(r -> r.status() != 200).toList();
    assertThat(refused)
        .isNotEmpty()
        .allSatisfy(
            reply -> {
              assertThat(reply.code()).isEqualTo("DEGRADED");
              assertThat(reply.header("Retry-After")).isEqualTo("1");
            });
    assertThat(gate.meters.get("seckill.gateway.challenge.pictures").gauge().value())
        .isLessThanOrEqualTo(2);
    await().until(() -> ask(gate, 1).join().status() == 200);
    assertThat(blocked).isEmpty();
  }
}
