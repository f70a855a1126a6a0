package seckill.endtoend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.sun.management.UnixOperatingSystemMXBean;
import io.vertx.core.Future;
import io.vertx.core.http.HttpMethod;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import seckill.standalone.client.Reply;
import seckill.standalone.process.LocalSale;
import seckill.standalone.process.Node;
import seckill.standalone.process.Ports;
import seckill.testkit.MySqlExtension;
import seckill.testkit.SilentProxy;
import seckill.testkit.TestMySql;
import seckill.testkit.TestRedis;

/** Redis stops or its packets get lost, while a crowd goes on asking for everything. */
@ExtendWith(MySqlExtension.class)
class DeadStoreIT {
  private static final long ITEM = 1001;
  private static final String ID = Long.toString(ITEM);
  private static final int PER_SECOND = 300;
  private static final Duration OUTAGE = Duration.ofSeconds(4);
  private static final Duration RECOVERY = Duration.ofSeconds(5);
  private static final long QUICK_MILLIS = 300;
  private static final Map<String, String> ONE_ADDRESS =
      Map.of("SECKILL_ADDRESS_LIMIT_ENABLED", "false", "SECKILL_RISK_ENABLED", "false");
  private static final List<String> PAGES =
      List.of("/api/items", "/api/items/" + ID, "/api/items/" + ID + "/stock", "/api/time");

  private final TestRedis redis =
      TestRedis.dedicated("--appendonly", "yes", "--appendfsync", "always", "--save", "");
  private final SilentProxy proxy = SilentProxy.before(redis.url());
  private final Queue<Answer> answers = new ConcurrentLinkedQueue<>();
  private final AtomicInteger asked = new AtomicInteger();
  private SaleFixture sale;

  private record Answer(boolean purchase, long sentNanos, long millis, Reply reply) {}

  @BeforeEach
  void start(TestMySql mysql) {
    Node.Base base = new Node.Base(proxy.url(), mysql.url(), "127.0.0.1");
    sale = SaleFixture.of(LocalSale.start(Node.plan(base, Ports.free(2), ONE_ADDRESS)));
    sale.open(ITEM, 1_000_000);
    for (int i = 0; i < 50; i++) {
      assertThat(sale.buy(ITEM, "before" + i).code()).isEqualTo("ACCEPTED");
      for (String page : PAGES) {
        for (int gateway = 0; gateway < 2; gateway++) {
          assertThat(SaleFixture.wait(get(gateway, page)).status()).isEqualTo(200);
        }
      }
    }
  }

  @AfterEach
  void stop() {
    sale.close();
    proxy.close();
    redis.close();
  }

  private Future<Reply> get(int gateway, String page) {
    return sale.gateway(gateway).send(HttpMethod.GET, page, null, null, null);
  }

  @Test
  @DisplayName("Redis stops: buyers hear a quick 503, pages go on, and it sells again within 5 s")
  void stopped() {
    outage(redis::kill, redis::restart);
  }

  @Test
  @DisplayName("packets to Redis are lost: the same, and nobody waits for them")
  void packetsAreLost() {
    outage(proxy::fallSilent, proxy::speak);
  }

  private void outage(Runnable begin, Runnable end) {
    long threads = threads();
    long files = files();
    long heap = heap();
    long timer = sale.vertx().setPeriodic(10, tick -> crowd(3));
    await().until(() -> answers.size() > PER_SECOND);
    begin.run();
    long began = System.nanoTime();
    await()
        .atMost(Duration.ofSeconds(30))
        .until(() -> System.nanoTime() - began > OUTAGE.toNanos());
    long most = threads();
    long mostFiles = files();
    end.run();
    long returned = System.nanoTime();
    await().atMost(RECOVERY).until(() -> soldSince(returned));
    sale.vertx().cancelTimer(timer);
    await().until(() -> answers.size() == asked.get());

    checkAnswers(began, returned);
    assertThat(most).as("threads").isLessThan(threads + 50);
    assertThat(mostFiles).as("open files").isLessThan(files + 200);
    assertThat(heap()).as("bytes of heap").isLessThan(heap + 64_000_000);
    sale.settled(ITEM);
  }

  private void checkAnswers(long began, long returned) {
    long open = began + TimeUnit.SECONDS.toNanos(1);
    List<Long> buyers = new ArrayList<>();
    List<Long> readers = new ArrayList<>();
    for (Answer answer : answers) {
      boolean during = answer.sentNanos() > open && answer.sentNanos() < returned;
      if (!answer.purchase()) {
        assertThat(answer.reply().status()).as("%s", answer).isEqualTo(200);
        if (during) {
          readers.add(answer.millis());
        }
      } else if (during) {
        assertThat(answer.reply().code()).as("%s", answer).isIn("DEGRADED", "PENDING");
        buyers.add(answer.reply().code().equals("DEGRADED") ? answer.millis() : Long.MAX_VALUE);
      }
    }
    assertThat(buyers.size()).isGreaterThan(PER_SECOND / 2);
    assertThat(share(buyers)).as("quick refusals among %s", slowest(buyers)).isGreaterThan(0.95);
    assertThat(share(readers)).as("quick pages among %s", slowest(readers)).isGreaterThan(0.95);
  }

  private static List<Long> slowest(List<Long> millis) {
    return millis.stream().sorted(Comparator.reverseOrder()).limit(100).toList();
  }

  private static double share(List<Long> millis) {
    return (double) millis.stream().filter(each -> each < QUICK_MILLIS).count() / millis.size();
  }

  private boolean soldSince(long nanos) {
    return answers.stream()
        .anyMatch(
            answer ->
                answer.purchase()
                    && answer.sentNanos() > nanos
                    && answer.reply().code().equals("ACCEPTED"));
  }

  private void crowd(int requests) {
    for (int i = 0; i < requests; i++) {
      int number = asked.getAndIncrement();
      long sent = System.nanoTime();
      boolean purchase = number % 2 == 0;
      Future<Reply> reply =
          purchase
              ? sale.gateway(number / 2).buy(ID, sale.token("u" + number), null)
              : get(number / 2, PAGES.get(number / 4 % PAGES.size()));
      reply.onSuccess(
          read ->
              answers.add(
                  new Answer(
                      purchase,
                      sent,
                      TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - sent),
                      read)));
    }
  }

  private static long threads() {
    return ManagementFactory.getThreadMXBean().getThreadCount();
  }

  private static long files() {
    return ((UnixOperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean())
        .getOpenFileDescriptorCount();
  }

  private static long heap() {
    System.gc();
    return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
  }
}
