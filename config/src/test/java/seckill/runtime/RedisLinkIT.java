package seckill.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.junit5.VertxExtension;
import io.vertx.redis.client.Command;
import io.vertx.redis.client.Request;
import io.vertx.redis.client.Response;
import io.vertx.redis.client.impl.types.ErrorType;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import seckill.config.RedisSettings;
import seckill.testkit.RedisExtension;
import seckill.testkit.TestRedis;
import seckill.testkit.TestVertx;

@ExtendWith({VertxExtension.class, RedisExtension.class})
class RedisLinkIT {
  private static final LuaScript SCRIPT = LuaScript.of("add", "return ARGV[1] + ARGV[2]");

  private RedisLink link;

  @BeforeEach
  void connect(Vertx vertx, TestRedis redis) {
    link = new RedisLink(vertx, settings(redis.url()), "test");
    TestVertx.await(link.connect());
  }

  @AfterEach
  void close() {
    TestVertx.await(link.close());
  }

  @Test
  @DisplayName("a script that the server has forgotten is sent again and then known")
  void survivesScriptFlush(TestRedis redis) {
    assertThat(run(link).toInteger()).isEqualTo(5);
    redis.command("SCRIPT", "FLUSH");
    assertThat(run(link).toInteger()).isEqualTo(5);
    assertThat(redis.command("SCRIPT", "EXISTS", SCRIPT.sha1()).get(0).toInteger()).isEqualTo(1);
  }

  @Test
  @DisplayName("a forgotten script is sent once per connection, not once per call under way")
  void reloadsOnce(TestRedis redis) {
    run(link);
    for (int round = 0; round < 3; round++) {
      redis.command("SCRIPT", "FLUSH");
      redis.command("CONFIG", "RESETSTAT");
      List<Future<Response>> calls = new ArrayList<>();
      for (int i = 0; i < 50; i++) {
        calls.add(link.eval(SCRIPT, List.of(), List.of("2", "3")));
      }
      TestVertx.await(Future.all(calls));
      assertThat(redis.command("INFO", "commandstats").toString())
          .contains("cmdstat_eval:calls=1,");
    }
  }

  @Test
  @DisplayName("replies have the shape of RESP2")
  void speaksResp2(TestRedis redis) {
    redis.command("HSET", "h", "a", "1", "b", "2");
    Response map = TestVertx.await(link.send(Request.cmd(Command.HGETALL).arg("h")));
    assertThat(map.size()).isEqualTo(4);
    assertThat(map.get(1).toString()).isIn("1", "2");
    Response absent = TestVertx.await(link.send(Request.cmd(Command.GET).arg("nothing")));
    assertThat(absent).isNull();
  }

  @Test
  @DisplayName("an error that Redis answers is handed on as it is, and the connection stays")
  void handsErrorsOn(TestRedis redis) {
    redis.command("SET", "text", "x");
    String before = clientId(link);
    assertThatThrownBy(() -> TestVertx.await(link.send(Request.cmd(Command.INCR).arg("text"))))
        .hasRootCauseInstanceOf(ErrorType.class)
        .hasMessageContaining("not an integer");
    assertThatThrownBy(() -> TestVertx.await(link.send(Request.cmd(Command.GET))))
        .hasMessageContaining("not valid");
    assertThat(clientId(link)).isEqualTo(before);
  }

  @Test
  @DisplayName("more commands under way than the limit are refused at once and not applied")
  void boundsCommandsUnderWay(Vertx vertx, TestRedis redis) {
    RedisLink narrow =
        new RedisLink(
            vertx, TestSettings.redis(redis.url(), "maxInFlight", 2), "test", Long.MAX_VALUE / 2);
    TestVertx.await(narrow.connect());
    redis.command("CLIENT", "PAUSE", "60000", "WRITE");
    List<Future<Response>> calls = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      calls.add(narrow.send(Request.cmd(Command.INCR).arg("n")));
    }
    assertRefused(calls.get(2), "too many Redis commands are under way");
    redis.command("CLIENT", "UNPAUSE");
    assertThat(TestVertx.await(calls.get(1)).toInteger()).isEqualTo(2);
    assertThat(TestVertx.await(narrow.send(Request.cmd(Command.INCR).arg("n"))).toInteger())
        .isEqualTo(3);
    TestVertx.await(narrow.close());
  }

  @Test
  @DisplayName("commands of many threads are all answered")
  void servesOtherThreads(TestRedis redis) throws Exception {
    List<Thread> threads = new ArrayList<>();
    for (int t = 0; t < 4; t++) {
      threads.add(
          new Thread(
              () -> {
                for (int i = 0; i < 250; i++) {
                  TestVertx.await(link.send(Request.cmd(Command.INCR).arg("n")));
                }
              }));
    }
    threads.forEach(Thread::start);
    for (Thread thread : threads) {
      thread.join();
    }
    assertThat(redis.get("n")).isEqualTo("1000");
  }

  @Test
  @DisplayName(
      "an unanswered command may have been applied, is not sent again, and later ones work")
  void replacesASilentConnection(Vertx vertx, TestRedis redis) {
    RedisLink hasty = new RedisLink(vertx, settings(redis.url()), "test", 200);
    TestVertx.await(hasty.connect());
    String before = clientId(hasty);
    redis.command("CLIENT", "PAUSE", "60000", "WRITE");
    Future<Response> first = hasty.send(Request.cmd(Command.INCR).arg("n"));
    Future<Response> second = hasty.send(Request.cmd(Command.INCR).arg("n"));
    assertUnknown(first);
    assertUnknown(second);

    await().atMost(Duration.ofSeconds(30)).until(hasty::isUp);
    assertThat(clientId(hasty)).isNotEqualTo(before);
    redis.command("CLIENT", "UNPAUSE");
    // The paused commands died with their connection or were carried out; never more than that.
    long value = TestVertx.await(hasty.send(Request.cmd(Command.INCR).arg("n"))).toLong();
    assertThat(value).isBetween(1L, 3L);
    TestVertx.await(hasty.close());
  }

  @Test
  @DisplayName("a read-only server is left, and its error is handed on")
  void leavesAReadOnlyServer(TestRedis redis) {
    redis.command("SET", "text", "x");
    String before = clientId(link);
    LuaScript readOnly =
        LuaScript.of("ro", "return redis.error_reply('READONLY You can\\'t write against it')");
    assertThatThrownBy(() -> TestVertx.await(link.eval(readOnly, List.of(), List.of())))
        .hasMessageContaining("READONLY");
    await().atMost(Duration.ofSeconds(30)).until(link::isUp);
    assertThat(clientId(link)).isNotEqualTo(before);
  }

  @Test
  @DisplayName("once closed, a link refuses commands at once and does not come back")
  void staysClosed(TestRedis redis) {
    TestVertx.await(link.close());
    assertThat(link.isUp()).isFalse();
    assertRefused(link.ping(), "the link is closed");
    assertThatThrownBy(() -> TestVertx.await(link.connect())).hasMessage("the link is closed");
    // From this thread, since the client of the test would open one more connection for another.
    await()
        .pollInSameThread()
        .untilAsserted(
            () -> assertThat(redis.command("CLIENT", "LIST").toString().lines()).hasSize(1));
  }

  static void assertRefused(Future<?> call, String message) {
    assertThatThrownBy(() -> TestVertx.await(call))
        .isInstanceOfSatisfying(
            RedisLinkException.class, e -> assertThat(e.maybeApplied()).isFalse())
        .hasMessageContaining(message);
  }

  static void assertUnknown(Future<?> call) {
    assertThatThrownBy(() -> TestVertx.await(call))
        .isInstanceOfSatisfying(
            RedisLinkException.class, e -> assertThat(e.maybeApplied()).isTrue());
  }

  private static String clientId(RedisLink link) {
    return TestVertx.await(link.send(Request.cmd(Command.CLIENT).arg("ID"))).toString();
  }

  private static Response run(RedisLink link) {
    return TestVertx.await(link.eval(SCRIPT, List.of(), List.of("2", "3")));
  }

  private static RedisSettings settings(String url) {
    return TestSettings.redis(url);
  }
}
