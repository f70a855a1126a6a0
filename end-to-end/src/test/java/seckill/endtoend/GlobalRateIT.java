package seckill.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
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
import seckill.testkit.RedisExtension;
import seckill.testkit.TestMySql;
import seckill.testkit.TestRedis;
import seckill.testkit.TestVertx;

/**
 * Three gateways that share one rate of 100 purchases per second, and a crowd of 300 per second.
 */
@ExtendWith({RedisExtension.class, MySqlExtension.class})
class GlobalRateIT {
  private static final int GATEWAYS = 3;
  private static final int RATE = 100;
  private static final int BURST = 100;
  private static final int CROWD_PER_SECOND = 300;
  private static final int SECONDS = 5;
  private static final int TOO_MANY = 429;
  private static final int NOT_FOUND = 404;

  private LocalSale services;
  private SaleFixture sale;

  @BeforeEach
  void open(TestRedis redis, TestMySql mysql) {
    Node.Base base = new Node.Base(redis.url(), mysql.url(), "127.0.0.1");
    Map<String, String> environment =
        Map.of(
            "SECKILL_BUCKET_PER_SECOND", "" + RATE,
            "SECKILL_BUCKET_BURST", "" + BURST,
            "SECKILL_WINDOW_ENABLED", "false",
            "SECKILL_ADDRESS_LIMIT_ENABLED", "false",
            // A till that is slow for once is another test's matter.
            "SECKILL_BUCKET_FALLBACK_PER_SECOND", "0");
    List<Integer> ports = Ports.free(3);
    services = LocalSale.start(Node.plan(base, ports, environment));
    sale = SaleFixture.of(services);
  }

  @AfterEach
  void close() {
    sale.close();
  }

  @Test
  @DisplayName("the rate holds in sum however the crowd is spread, and a restart brings no tokens")
  void spreadAndRestart() {
    crowd(
        i -> i % GATEWAYS,
        () -> {
          services.stop("gateway-2");
          services.start("gateway-2");
        });
  }

  @Test
  @DisplayName("the rate holds when all come to one gateway")
  void oneGateway() {
    crowd(i -> 0, () -> {});
  }

  private interface Spread {
    int gatewayOf(int request);
  }

  private void crowd(Spread spread, Runnable inTheMiddle) {
    int total = CROWD_PER_SECOND * SECONDS;
    AtomicInteger sent = new AtomicInteger();
    List<Future<Reply>> answers = new ArrayList<>();
    Promise<Void> half = Promise.promise();
    Promise<Void> all = Promise.promise();
    String token = sale.token("u1");
    long begin = System.nanoTime();
    sale.vertx()
        .setPeriodic(
            5,
            tick -> {
              long due = (System.nanoTime() - begin) * CROWD_PER_SECOND / 1_000_000_000L;
              while (sent.get() < Math.min(due, total)) {
                int number = sent.getAndIncrement();
                // No such item: whoever passes the gate hears NOT_FOUND.
                answers.add(sale.gateway(spread.gatewayOf(number)).buy("1", token, null));
                if (number == total / 2) {
                  half.complete();
                }
              }
              if (sent.get() == total && sale.vertx().cancelTimer(tick)) {
                all.complete();
              }
            });
    TestVertx.await(half.future());
    inTheMiddle.run();
    TestVertx.await(all.future());
    TestVertx.await(Future.join(answers).otherwiseEmpty());
    double seconds = (System.nanoTime() - begin) / (double) TimeUnit.SECONDS.toNanos(1);
    assertThat((double) answered(answers, NOT_FOUND))
        .isLessThanOrEqualTo((BURST + seconds * RATE) * 1.02)
        .isGreaterThan(BURST);
    assertThat(answered(answers, TOO_MANY)).isPositive();
  }

  private static long answered(List<Future<Reply>> answers, int status) {
    return answers.stream()
        .filter(answer -> answer.succeeded() && answer.result().status() == status)
        .count();
  }
}
