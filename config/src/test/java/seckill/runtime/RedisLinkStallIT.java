package seckill.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.junit5.VertxExtension;
import io.vertx.redis.client.Command;
import io.vertx.redis.client.Request;
import io.vertx.redis.client.Response;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import seckill.testkit.RedisExtension;
import seckill.testkit.SilentProxy;
import seckill.testkit.TestRedis;
import seckill.testkit.TestVertx;

/** A server whose packets get lost, so that nothing is refused and nothing is answered. */
@ExtendWith({VertxExtension.class, RedisExtension.class})
class RedisLinkStallIT {
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final String REFUSED = "Redis has not answered for ";

  private SilentProxy proxy;

  @BeforeEach
  void open(TestRedis redis) {
    proxy = SilentProxy.before(redis.url());
  }

  @AfterEach
  void close() {
    proxy.close();
  }

  private RedisLink link(Vertx vertx, Object... settings) {
    RedisLink link = new RedisLink(vertx, TestSettings.redis(proxy.url(), settings), "test");
    TestVertx.await(link.connect());
    return link;
  }

  private static Future<Response> increment(RedisLink link) {
    return link.send(Request.cmd(Command.INCR).arg("n"));
  }

  private static boolean isRefused(Future<?> call) {
    return call.failed() && call.cause().getMessage().startsWith(REFUSED);
  }

  @Test
  @DisplayName("in silence further commands fail at once as not sent, until an answer comes")
  void refusesInSilence(Vertx vertx, TestRedis redis) {
    AtomicInteger stalls = new AtomicInteger();
    RedisLink link =
        link(vertx, "stalledMillis", 100, "commandTimeoutMillis", 60_000)
            .onStall(stalls::incrementAndGet);
    assertThat(TestVertx.await(increment(link)).toInteger()).isEqualTo(1);
    proxy.fallSilent();
    List<Future<Response>> calls = new ArrayList<>(List.of(increment(link)));
    await()
        .atMost(PATIENCE)
        .until(
            () -> {
              calls.add(increment(link));
              return calls.stream().anyMatch(RedisLinkStallIT::isRefused);
            });
    assertThat(calls.get(0).isComplete()).isFalse();
    assertThat(stalls).hasValue(1);
    RedisLinkIT.assertRefused(increment(link), REFUSED);
    List<Future<Response>> sent = calls.stream().filter(call -> !call.isComplete()).toList();

    proxy.speak();

    TestVertx.await(Future.all(sent));
    assertThat(TestVertx.await(increment(link)).toInteger()).isEqualTo(2 + sent.size());
    TestVertx.await(link.close());
  }

  @Test
  @DisplayName("what was sent into silence is unknown, and the link is replaced and works again")
  void isReplaced(Vertx vertx, TestRedis redis) {
    RedisLink link =
        link(
            vertx,
            "stalledMillis",
            50,
            "commandTimeoutMillis",
            300,
            "connectTimeoutMillis",
            200,
            "reconnectMaxMillis",
            200);
    proxy.fallSilent();
    Future<Response> sent = increment(link);
    RedisLinkIT.assertUnknown(sent);
    await().atMost(PATIENCE).until(() -> !link.isUp());
    RedisLinkIT.assertRefused(increment(link), "Redis is not reachable");
    proxy.speak();
    // Such limits may be over on a slow machine, too.
    await()
        .atMost(PATIENCE)
        .ignoreExceptions()
        .untilAsserted(() -> TestVertx.await(increment(link)));
    TestVertx.await(link.close());
  }

  @Test
  @DisplayName("a long queue that moves is no silence, and neither is a quiet hour")
  void allowsALongQueue(Vertx vertx) {
    RedisLink link = link(vertx, "stalledMillis", 3000, "commandTimeoutMillis", 60_000);
    List<Future<Response>> calls = new ArrayList<>();
    for (int i = 0; i < 40; i++) {
      calls.add(link.send(Request.cmd(Command.BLPOP).arg("nothing").arg("0.1")));
    }
    await()
        .atMost(PATIENCE)
        .pollInterval(Duration.ofMillis(20))
        .until(
            () -> {
              Future<Response> late = increment(link);
              assertThat(isRefused(late)).isFalse();
              return calls.get(39).isComplete();
            });
    TestVertx.await(increment(link));
    TestVertx.await(link.close());
  }

  @Test
  @DisplayName("commands that block by design are allowed to be silent, and so is everything at 0")
  void canBeSwitchedOff(Vertx vertx, TestRedis redis) {
    RedisLink blocking =
        new RedisLink(vertx, TestSettings.redis(proxy.url(), "stalledMillis", 20), "test", 60_000);
    TestVertx.await(blocking.connect());
    RedisLink patient = link(vertx, "stalledMillis", 0, "commandTimeoutMillis", 60_000);
    for (RedisLink link : List.of(blocking, patient)) {
      Future<Response> waiting = link.send(Request.cmd(Command.BLPOP).arg("list").arg("0.5"));
      List<Future<Response>> behind = new ArrayList<>();
      await()
          .atMost(PATIENCE)
          .until(
              () -> {
                behind.add(increment(link));
                return waiting.isComplete();
              });
      TestVertx.await(Future.all(behind));
      TestVertx.await(link.close());
    }
  }
}
