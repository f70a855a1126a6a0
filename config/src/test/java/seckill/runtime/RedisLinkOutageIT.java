package seckill.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.vertx.core.Future;
import io.vertx.core.Handler;
import io.vertx.core.Vertx;
import io.vertx.core.net.NetServer;
import io.vertx.core.net.NetSocket;
import io.vertx.junit5.VertxExtension;
import io.vertx.redis.client.Command;
import io.vertx.redis.client.Request;
import io.vertx.redis.client.Response;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import seckill.testkit.TestRedis;
import seckill.testkit.TestVertx;

@ExtendWith(VertxExtension.class)
class RedisLinkOutageIT {

  @Test
  @DisplayName("a killed server fails commands under way as unknown and later ones at once")
  void survivesAKilledServer(Vertx vertx) {
    AtomicInteger connects = new AtomicInteger();
    try (TestRedis redis = TestRedis.dedicated("--appendonly", "yes")) {
      RedisLink link =
          new RedisLink(vertx, TestSettings.redis(redis.url()), "test")
              .onConnect(connects::incrementAndGet);
      TestVertx.await(link.connect());
      TestVertx.await(link.send(Request.cmd(Command.SET).arg("k").arg("v")));
      Future<Response> underWay = link.send(Request.cmd(Command.BLPOP).arg("nothing").arg("0"));
      redis.kill();
      RedisLinkIT.assertUnknown(underWay);
      await().atMost(Duration.ofSeconds(30)).until(() -> !link.isUp());
      RedisLinkIT.assertRefused(link.ping(), "Redis is not reachable");

      redis.restart();
      await().atMost(Duration.ofSeconds(30)).until(link::isUp);
      assertThat(TestVertx.await(link.send(Request.cmd(Command.GET).arg("k"))).toString())
          .isEqualTo("v");
      assertThat(connects).hasValue(2);
      TestVertx.await(link.close());
    }
  }

  @Test
  @DisplayName(
      "a start waits for Redis no longer than its timeout, and for a wrong password not at all")
  void failsToStart(Vertx vertx) {
    RedisLink nobody =
        new RedisLink(
            vertx, TestSettings.redis("redis://127.0.0.1:1", "startTimeoutMillis", 300), "test");
    assertThatThrownBy(() -> TestVertx.await(nobody.connect()))
        .hasMessageStartingWith("cannot reach Redis: ");

    try (TestRedis redis = TestRedis.dedicated("--requirepass", "right")) {
      for (String user : List.of(":wrong@", "")) {
        String url = redis.url().replace("://", "://" + user);
        RedisLink link = new RedisLink(vertx, TestSettings.redis(url), "test");
        assertThatThrownBy(() -> TestVertx.await(link.connect()))
            .hasMessageMatching("cannot reach Redis: (WRONGPASS|NOAUTH).*");
      }
      String url = redis.url().replace("://", "://:right@") + "/3";
      RedisLink link = new RedisLink(vertx, TestSettings.redis(url), "test");
      TestVertx.await(link.connect());
      assertThat(TestVertx.await(link.send(Request.cmd(Command.CLIENT).arg("INFO"))).toString())
          .contains(" db=3 ");
      TestVertx.await(link.close());
    }
  }

  @Test
  @DisplayName(
      "a server that takes connections and says nothing is given up, and no socket is left")
  void leavesNoSocketBehind(Vertx vertx) {
    Set<NetSocket> open = ConcurrentHashMap.newKeySet();
    AtomicInteger seen = new AtomicInteger();
    NetServer silent =
        listen(
            vertx,
            socket -> {
              seen.incrementAndGet();
              open.add(socket);
              socket.closeHandler(closed -> open.remove(socket));
            });
    RedisLink link =
        new RedisLink(
            vertx,
            TestSettings.redis(
                "redis://127.0.0.1:" + silent.actualPort(),
                "connectTimeoutMillis",
                50,
                "startTimeoutMillis",
                300),
            "test");
    assertThatThrownBy(() -> TestVertx.await(link.connect())).hasMessageContaining("imeout");
    assertThat(seen.get()).isPositive();
    await().atMost(Duration.ofSeconds(30)).until(open::isEmpty);

    RedisLink closing =
        new RedisLink(
            vertx, TestSettings.redis("redis://127.0.0.1:" + silent.actualPort()), "test");
    Future<Void> connecting = closing.connect();
    await().atMost(Duration.ofSeconds(30)).until(() -> !open.isEmpty());
    TestVertx.await(closing.close());
    await().atMost(Duration.ofSeconds(30)).until(open::isEmpty);
    assertThatThrownBy(() -> TestVertx.await(connecting)).hasMessageContaining("closed");
  }

  @Test
  @DisplayName("a server that answers and then breaks is tried with growing waits")
  void slowsDown(Vertx vertx) {
    List<Long> times = new CopyOnWriteArrayList<>();
    NetServer flapping =
        listen(
            vertx,
            socket -> {
              times.add(System.nanoTime());
              AtomicInteger commands = new AtomicInteger();
              socket.handler(
                  data -> {
                    // HELLO, PING and INFO, then the end.
                    if (commands.incrementAndGet() < 3) {
                      socket.write("+PONG\r\n");
                    } else {
                      socket.write("$11\r\nrole:master\r\n").onComplete(told -> socket.close());
                    }
                  });
            });
    RedisLink link =
        new RedisLink(
            vertx,
            TestSettings.redis(
                "redis://127.0.0.1:" + flapping.actualPort(),
                "reconnectMinMillis",
                20,
                "reconnectMaxMillis",
                60000),
            "test");
    TestVertx.await(link.connect());
    await().atMost(Duration.ofSeconds(60)).until(() -> times.size() >= 6);
    TestVertx.await(link.close());
    List<Long> waits = new ArrayList<>();
    for (int i = 1; i < 6; i++) {
      waits.add((times.get(i) - times.get(i - 1)) / 1_000_000);
    }
    // The n-th wait is at least half of 20 * 2^n.
    for (int n = 0; n < waits.size(); n++) {
      assertThat(waits.get(n)).as("waits %s", waits).isGreaterThanOrEqualTo(10L << n);
    }
  }

  private static NetServer listen(Vertx vertx, Handler<NetSocket> handler) {
    return TestVertx.await(vertx.createNetServer().connectHandler(handler).listen(0, "127.0.0.1"));
  }
}
