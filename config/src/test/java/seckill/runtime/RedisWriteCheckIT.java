package seckill.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.vertx.core.Vertx;
import io.vertx.junit5.VertxExtension;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import seckill.testkit.TestRedis;
import seckill.testkit.TestVertx;

/** A Redis that answers a PING and takes no writes is not up. */
@ExtendWith(VertxExtension.class)
class RedisWriteCheckIT {
  private static final Duration LIMIT = Duration.ofSeconds(60);
  private static final long EVERY_MILLIS = 1000;

  private final AtomicLong nanos = new AtomicLong();
  private TestRedis redis;
  private RedisLink link;
  private RedisWriteCheck check;

  @BeforeEach
  void open(Vertx vertx) {
    redis = TestRedis.dedicated("--save", "");
    connect(vertx);
  }

  private void connect(Vertx vertx) {
    link = new RedisLink(vertx, TestSettings.redis(redis.url()), "check");
    TestVertx.await(link.connect());
    check = new RedisWriteCheck(link, EVERY_MILLIS, nanos::get);
  }

  @AfterEach
  void close() {
    TestVertx.await(link.close());
    redis.close();
  }

  private void look() {
    nanos.addAndGet(Duration.ofMillis(EVERY_MILLIS).toNanos());
    TestVertx.await(check.requireWritable());
  }

  private void assertSays(String word) {
    await()
        .atMost(LIMIT)
        .untilAsserted(() -> assertThatThrownBy(this::look).hasMessageContaining(word));
  }

  private void awaitWritable() {
    await().atMost(LIMIT).ignoreExceptions().untilAsserted(this::look);
  }

  @Test
  @DisplayName("full: OOM")
  void full() {
    look();
    redis.command("CONFIG", "SET", "maxmemory", "1");
    assertSays("OOM");
    TestVertx.await(link.ping());
    redis.command("CONFIG", "SET", "maxmemory", "0");
    awaitWritable();
  }

  @Test
  @DisplayName("too few replicas: NOREPLICAS")
  void tooFewReplicas() {
    redis.command("CONFIG", "SET", "min-replicas-to-write", "1");
    assertSays("NOREPLICAS");
    TestVertx.await(link.ping());
    redis.command("CONFIG", "SET", "min-replicas-to-write", "0");
    awaitWritable();
  }

  @Test
  @DisplayName("a save that failed: MISCONF")
  void cannotSave(Vertx vertx) {
    close();
    redis = TestRedis.dedicated("--save", "1000000 1000000", "--dbfilename", "taken");
    connect(vertx);
    // A snapshot cannot be moved onto a directory.
    Path directory = Path.of(redis.command("CONFIG", "GET", "dir").get(1).toString());
    assertThat(directory.resolve("taken").toFile().mkdir()).isTrue();
    redis.command("BGSAVE");
    assertSays("MISCONF");
    // Whoever makes room has the next snapshot succeed.
    assertThat(directory.resolve("taken").toFile().delete()).isTrue();
    redis.command("BGSAVE");
    awaitWritable();
  }

  @Test
  @DisplayName("became a replica: READONLY, also after the link has left it")
  void becameReplica() {
    redis.command("REPLICAOF", "127.0.0.1", "1");
    await()
        .atMost(LIMIT)
        .untilAsserted(() -> assertThatThrownBy(this::look).hasMessageContaining("READONLY"));
    redis.command("REPLICAOF", "NO", "ONE");
    awaitWritable();
  }

  @Test
  @DisplayName("however often it is asked, it writes once per while")
  void writesSeldom() {
    look();
    redis.command("CONFIG", "RESETSTAT");
    for (int i = 0; i < 20; i++) {
      TestVertx.await(check.requireWritable());
    }
    assertThat(redis.command("INFO", "commandstats").toString()).doesNotContain("cmdstat_set:");
    look();
    assertThat(redis.command("INFO", "commandstats").toString()).contains("cmdstat_set:calls=1,");
  }
}
