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
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import seckill.config.RedisSettings;
import seckill.runtime.StoreChoice.Store;
import seckill.testkit.MySqlExtension;
import seckill.testkit.RedisExtension;
import seckill.testkit.TestMySql;
import seckill.testkit.TestRedis;
import seckill.testkit.TestVertx;

@ExtendWith({VertxExtension.class, RedisExtension.class, MySqlExtension.class})
class StoreFollowerIT {
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final long LEASE_MILLIS = 10_000;

  private final AtomicLong nanos = new AtomicLong(System.nanoTime());
  private Vertx vertx;
  private TestRedis main;
  private TestRedis backup;
  private TestMySql books;
  private MySqlLink mysql;

  @BeforeEach
  void open(Vertx vertx, TestRedis main, TestMySql books) {
    this.vertx = vertx;
    this.main = main;
    this.books = books;
    backup = TestRedis.dedicated();
    mysql = new MySqlLink(vertx, TestSettings.mysql(books.url()));
    TestVertx.await(mysql.awaitReady());
    TestVertx.await(new SchemaMigrator(mysql).migrate());
  }

  @AfterEach
  void close() {
    TestVertx.await(mysql.close());
    backup.close();
  }

  private StoreFollower follower(String backupUrl) {
    RedisSettings settings =
        TestSettings.redis(
            main.url(),
            "backupUrl",
            backupUrl,
            "storeLookMillis",
            20,
            "storeLeaseMillis",
            LEASE_MILLIS,
            "startTimeoutMillis",
            300);
    return new StoreFollower(vertx, settings, mysql, nanos::get);
  }

  private StoreFollower started(String backupUrl) {
    StoreFollower follower = follower(backupUrl);
    TestVertx.await(follower.start());
    return follower;
  }

  private void choose(Store store) {
    books.query(
        "UPDATE store_choice SET active = ?, generation = generation + 1, changed_at = SYSDATE(3)",
        store.name());
  }

  private void pass(long millis) {
    nanos.addAndGet(TimeUnit.MILLISECONDS.toNanos(millis));
  }

  private static String port(RedisLink link) {
    return TestVertx.await(link.send(Request.cmd(Command.INFO).arg("server"))).toString();
  }

  @Test
  @DisplayName("links leave for the store that was chosen, and what is under way is unknown")
  void followsTheChoice() {
    StoreFollower follower = started(backup.url());
    RedisLink link = new RedisLink(vertx, follower.stores(), "test", 600_000);
    TestVertx.await(link.connect());
    assertThat(follower.maySell()).isTrue();
    Future<Response> blocked = link.send(Request.cmd(Command.BLPOP).arg("nothing").arg("0"));

    choose(Store.BACKUP);

    RedisLinkIT.assertUnknown(blocked);
    await().atMost(PATIENCE).until(link::isUp);
    assertThat(port(link)).contains("tcp_port:" + backup.port());
    assertThat(follower.choice()).isEqualTo(new StoreChoice(Store.BACKUP, 2));
    TestVertx.await(link.close());
  }

  @Test
  @DisplayName("after a switch nobody sells before the lease of those who have not heard is over")
  void waitsForOthers() {
    StoreFollower follower = started(backup.url());
    choose(Store.BACKUP);
    await().atMost(PATIENCE).until(() -> follower.choice().active() == Store.BACKUP);
    assertThat(follower.maySell()).isFalse();
    pass(LEASE_MILLIS - 1);
    TestVertx.await(follower.look());
    assertThat(follower.maySell()).isFalse();
    pass(2);
    await().atMost(PATIENCE).until(follower::maySell);

    // Who starts meanwhile waits as well, by the clock of MySQL.
    assertThat(started(backup.url()).maySell()).isFalse();
    books.query("UPDATE store_choice SET changed_at = changed_at - INTERVAL 11 SECOND");
    assertThat(started(backup.url()).maySell()).isTrue();
  }

  @Test
  @DisplayName("who cannot read the choice sells until the lease is over, and not a moment longer")
  void failsClosed() {
    StoreFollower follower = started(backup.url());
    StoreFollower alone = started("");
    books.query("RENAME TABLE store_choice TO lost");
    await().atMost(PATIENCE).until(() -> TestVertx.await(follower.look().otherwiseEmpty()) == null);
    pass(LEASE_MILLIS - 1000);
    assertThat(follower.maySell()).isTrue();
    pass(1001);
    assertThat(follower.maySell()).isFalse();
    assertThatThrownBy(() -> TestVertx.await(follower.requireSole()))
        .hasMessageMatching("MySQL has not told for \\d+ ms which Redis sells");
    // Without a backup there is no other store to be afraid of.
    assertThat(alone.maySell()).isTrue();
    books.query("RENAME TABLE lost TO store_choice");
    await().atMost(PATIENCE).until(follower::maySell);
  }

  @Test
  @DisplayName("who knows no backup does not sell from the main store after a switch, nor start")
  void knowsNoBackup() {
    StoreFollower follower = started("");
    RedisLink link = new RedisLink(vertx, follower.stores(), "test");
    TestVertx.await(link.connect());
    choose(Store.BACKUP);
    await().atMost(PATIENCE).until(() -> !link.isUp());
    assertThat(follower.maySell()).isFalse();
    RedisLinkIT.assertRefused(link.ping(), "Redis is not reachable: ");

    RedisLink late = new RedisLink(vertx, started("").stores(), "test");
    assertThatThrownBy(() -> TestVertx.await(late.connect()))
        .hasMessage("cannot reach Redis: the backup sells, and redis.backupUrl is empty");

    choose(Store.MAIN);
    await().atMost(PATIENCE).until(link::isUp);
    TestVertx.await(link.close());
  }

  @Test
  @DisplayName("a store is probed whichever sells; a replica is no store to sell from")
  void probes() {
    StoreFollower follower = started(backup.url());
    for (Store store : Store.values()) {
      TestVertx.await(follower.stores().probe(store));
    }
    backup.command("REPLICAOF", "127.0.0.1", "1");
    assertThatThrownBy(() -> TestVertx.await(follower.stores().probe(Store.BACKUP)))
        .hasMessage("this Redis is a replica of another one (READONLY)");
    assertThatThrownBy(() -> TestVertx.await(started("").stores().probe(Store.BACKUP)))
        .hasMessageContaining("redis.backupUrl is empty");
  }
}
