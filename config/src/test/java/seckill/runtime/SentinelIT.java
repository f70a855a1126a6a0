package seckill.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonArray;
import io.vertx.junit5.VertxExtension;
import io.vertx.redis.client.Command;
import io.vertx.redis.client.Request;
import io.vertx.redis.client.Response;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import seckill.config.RedisSettings;
import seckill.testkit.TestRedis;
import seckill.testkit.TestVertx;

/** Real servers and real sentinels: one server fails, the other one takes over. */
@ExtendWith(VertxExtension.class)
class SentinelIT {
  private static final String NAME = "sale";
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final int SENTINELS = 3;
  private static final int LINKS = 100;
  private static final Pattern QUESTIONS =
      Pattern.compile("cmdstat_sentinel\\|master:calls=(\\d+)");

  private final List<TestRedis> sentinels = new ArrayList<>();
  private TestRedis first;
  private TestRedis second;
  private String secondId;

  @BeforeEach
  void open() {
    first = TestRedis.dedicated();
    second =
        TestRedis.dedicated(
            "--save",
            "",
            "--replicaof",
            "127.0.0.1 " + first.port(),
            "--repl-diskless-sync-delay",
            "0");
    await()
        .atMost(PATIENCE)
        .until(() -> second.command("INFO", "replication").toString().contains("link_status:up"));
    // Now, since the sentinels cut all connections to a server that they make the master.
    secondId = RedisServer.read(second.command("INFO").toString()).runId();
    for (int i = 0; i < SENTINELS; i++) {
      sentinels.add(TestRedis.sentinel(NAME, first, 2));
    }
    await().atMost(PATIENCE).until(() -> sentinels.stream().allMatch(SentinelIT::knowsAll));
  }

  @AfterEach
  void close() {
    sentinels.forEach(TestRedis::close);
    second.close();
    first.close();
  }

  private static boolean knowsAll(TestRedis sentinel) {
    String info = sentinel.command("INFO", "sentinel").toString();
    return info.contains("slaves=1,sentinels=" + SENTINELS);
  }

  private RedisSettings settings(Object... more) {
    JsonArray addresses = new JsonArray();
    // The first is nobody's: one that is away is passed over.
    addresses.add("127.0.0.1:1");
    sentinels.forEach(sentinel -> addresses.add("127.0.0.1:" + sentinel.port()));
    List<Object> all =
        new ArrayList<>(
            List.of("sentinels", addresses, "masterName", NAME, "connectTimeoutMillis", 500));
    all.addAll(List.of("commandTimeoutMillis", 500, "storeLookMillis", 100));
    all.addAll(List.of(more));
    return TestSettings.redis("redis://unused.invalid:1/0", all.toArray());
  }

  private static String get(RedisLink link, String key) {
    return String.valueOf(TestVertx.await(link.send(Request.cmd(Command.GET).arg(key))));
  }

  private void awaitSecond(List<RedisLink> links) {
    await()
        .atMost(PATIENCE)
        .until(
            () ->
                links.stream()
                    .allMatch(
                        link -> link.server() != null && link.server().runId().equals(secondId)));
  }

  @Test
  @DisplayName("links follow a failover to the new master, whose data they find")
  void follows(Vertx vertx) {
    RedisLink link = new RedisLink(vertx, settings(), "test");
    TestVertx.await(link.connect());
    String before = link.server().runId();
    TestVertx.await(link.send(Request.cmd(Command.SET).arg("k").arg("v")));
    await().atMost(PATIENCE).until(() -> "v".equals(second.get("k")));

    first.kill();

    awaitSecond(List.of(link));
    assertThat(link.server().runId()).isNotEqualTo(before);
    assertThat(get(link, "k")).isEqualTo("v");
    TestVertx.await(link.send(Request.cmd(Command.SET).arg("k").arg("w")));
    TestVertx.await(link.close());
  }

  @Test
  @DisplayName("a blocking read leaves a frozen master without waiting for it, and stays away")
  void leavesAFrozenMaster(Vertx vertx) {
    RedisLink reading = new RedisLink(vertx, settings(), "test", 600_000);
    TestVertx.await(reading.connect());
    first.freeze();
    try {
      Future<Response> blocked = reading.send(Request.cmd(Command.BLPOP).arg("nothing").arg("0"));
      awaitSecond(List.of(reading));
      RedisLinkIT.assertUnknown(blocked);
    } finally {
      first.thaw();
    }
    // The sentinels make a replica of it, which no link connects to, and cut its connections.
    await()
        .atMost(PATIENCE)
        .ignoreExceptions()
        .until(() -> first.command("INFO", "replication").toString().contains("role:slave"));
    awaitSecond(List.of(reading));
    TestVertx.await(reading.close());
  }

  @Test
  @DisplayName("many links in a failover ask the sentinels together, and connect once each")
  void noStorm(Vertx vertx) {
    // One that was only slow would connect once more.
    RedisSettings settings =
        settings(
            "storeLookMillis",
            60_000,
            "connectTimeoutMillis",
            30_000,
            "commandTimeoutMillis",
            30_000);
    AtomicInteger connects = new AtomicInteger();
    List<RedisLink> links = new ArrayList<>();
    for (int i = 0; i < LINKS; i++) {
      RedisLink link =
          new RedisLink(vertx, settings, "link-" + i).onConnect(connects::incrementAndGet);
      links.add(link);
    }
    List<Future<Void>> connected = links.stream().map(RedisLink::connect).toList();
    TestVertx.await(Future.all(connected));
    assertThat(questions()).isLessThan(20);
    long before = questions();
    long began = System.nanoTime();

    first.kill();

    awaitSecond(links);
    // Each link tries again at least twice a second; together they ask about as often as one alone.
    long millis = Duration.ofNanos(System.nanoTime() - began).toMillis();
    await().untilAsserted(() -> assertThat(connects).hasValue(2 * LINKS));
    assertThat(questions() - before).isLessThan(LINKS * millis / 1000);
    links.forEach(link -> TestVertx.await(link.close()));
  }

  private long questions() {
    long sum = 0;
    for (TestRedis sentinel : sentinels) {
      Matcher calls = QUESTIONS.matcher(sentinel.command("INFO", "commandstats").toString());
      sum += calls.find() ? Long.parseLong(calls.group(1)) : 0;
    }
    return sum;
  }
}
