package seckill.gateway.bucket;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The gateway's side of the shared bucket, on a clock that the test moves. */
class SharedBucketTest extends BucketCase {
  private static final int GATEWAYS = 3;
  private static final int SECONDS = 5;
  private static final int REQUESTS_PER_SECOND = 300;

  /** How many of 300 requests per second pass in five seconds. */
  private int crowd(List<SharedBucket> gateways, Spread spread, Runnable inTheMiddle) {
    int total = REQUESTS_PER_SECOND * SECONDS;
    int passed = 0;
    for (int i = 0; i < total; i++) {
      if (i == total / 2) {
        inTheMiddle.run();
      }
      passed += passes(gateways.get(spread.gatewayOf(i))) ? 1 : 0;
      bucket.advance(1_000_000 / REQUESTS_PER_SECOND, TimeUnit.MICROSECONDS);
    }
    return passed;
  }

  private interface Spread {
    int gatewayOf(int request);
  }

  private List<SharedBucket> three(BucketSettings settings) {
    List<SharedBucket> gateways = new ArrayList<>();
    for (int i = 0; i < GATEWAYS; i++) {
      gateways.add(gateway(settings));
    }
    return gateways;
  }

  // Burst, five seconds' worth, and what each gateway may hold back unused at the end.
  private static void assertRight(int passed) {
    assertThat(passed).isBetween(600 - 4 * GATEWAYS, 600);
  }

  @Test
  @DisplayName("three gateways let pass what one would, however the crowd is spread")
  void sumHolds() {
    BucketSettings settings = settings("perSecond", 100, "burst", 100);
    assertRight(crowd(three(settings), i -> i % GATEWAYS, () -> {}));
    bucket = new BucketModel(bucket.now());
    assertRight(crowd(three(settings), i -> 0, () -> {}));
    bucket = new BucketModel(bucket.now());
    assertRight(crowd(three(settings), i -> i / REQUESTS_PER_SECOND % GATEWAYS, () -> {}));
  }

  @Test
  @DisplayName("a gateway that restarts brings no fresh bucket")
  void restart() {
    BucketSettings settings = settings("perSecond", 100, "burst", 100);
    List<SharedBucket> gateways = three(settings);
    assertRight(crowd(gateways, i -> i % GATEWAYS, () -> gateways.set(1, gateway(settings))));
  }

  @Test
  @DisplayName("a burst that comes to one gateway at once passes whole, and not one more")
  void burst() {
    SharedBucket gateway = gateway(settings("perSecond", 100, "burst", 100));
    bucket.holding = true;
    List<Future<Long>> answers = new ArrayList<>();
    for (int i = 0; i < 250; i++) {
      answers.add(request(gateway));
    }
    assertThat(answers).noneMatch(Future::isComplete);
    bucket.release();
    assertThat(answers).allMatch(Future::isComplete);
    assertThat(answers.stream().filter(answer -> answer.result() == SharedBucket.PASS))
        .hasSize(100);
    assertThat(bucket.wants).hasSizeLessThanOrEqualTo(3);
  }

  @Test
  @DisplayName("after 13 idle hours a burst of twice the capacity passes by exactly the capacity")
  void idle() {
    SharedBucket gateway = gateway(settings("perSecond", 100, "burst", 70));
    passed(gateway, 500);
    bucket.advance(13, TimeUnit.HOURS);
    assertThat(passed(gateway, 140)).isEqualTo(70);
  }

  @Test
  @DisplayName("half a purchase per second is one in two seconds")
  void fraction() {
    SharedBucket gateway = gateway(settings("perSecond", 0.5));
    int passed = 0;
    for (int i = 0; i < 1_000; i++) {
      passed += passes(gateway) ? 1 : 0;
      bucket.advance(100, TimeUnit.MILLISECONDS);
    }
    assertThat(passed).isBetween(49, 51);
  }

  @Test
  @DisplayName("a rate of 0 lets none pass and asks nobody, out of reach or not")
  void none() {
    SharedBucket gateway = gateway(settings("perSecond", 0, "burst", 100));
    assertThat(gateway.take()).isEqualTo(SharedBucket.NEVER);
    bucket.away = true;
    assertThat(gateway.take()).isEqualTo(SharedBucket.NEVER);
    assertThat(bucket.wants).isEmpty();
  }

  @Test
  @DisplayName("refused purchases cause few messages, and hear when there is a token again")
  void refusals() {
    SharedBucket gateway = gateway(settings("perSecond", 0.5));
    assertThat(passes(gateway)).isTrue();
    assertThat(passes(gateway)).isFalse();
    int asked = bucket.wants.size();
    for (int i = 0; i < 1_000; i++) {
      assertThat(gateway.take()).isEqualTo(2_000);
    }
    bucket.advance(1_500, TimeUnit.MILLISECONDS);
    assertThat(gateway.take()).isEqualTo(500);
    assertThat(bucket.wants).hasSize(asked);
    bucket.advance(500, TimeUnit.MILLISECONDS);
    assertThat(passes(gateway)).isTrue();
  }

  @Test
  @DisplayName("under a flood a gateway asks once per chunk")
  void messagesUnderFlood() {
    SharedBucket gateway = gateway(settings("perSecond", 1_000));
    passed(gateway, 2_000);
    bucket.wants.clear();
    for (int i = 0; i < 100_000; i++) {
      passes(gateway);
      bucket.advance(10, TimeUnit.MICROSECONDS);
    }
    assertThat(bucket.wants).hasSizeLessThanOrEqualTo(52);
  }

  @Test
  @DisplayName("the next chunk is asked for before the last is used up, and nobody waits for it")
  void fetchesAhead() {
    SharedBucket gateway = gateway(settings("perSecond", 100_000));
    assertThat(passes(gateway)).isTrue();
    bucket.holding = true;
    for (int i = 0; i < 1_999; i++) {
      assertThat(gateway.take()).isEqualTo(SharedBucket.PASS);
    }
    assertThat(bucket.wants).containsExactly(2_001L, 2_000L);
  }

  @Test
  @DisplayName("tokens that were leased long ago are worth nothing")
  void leasesRunOut() {
    SharedBucket gateway = gateway(settings("perSecond", 1_000));
    assertThat(passes(gateway)).isTrue();
    bucket.advance(1, TimeUnit.SECONDS);
    assertThat(gateway.take()).isEqualTo(SharedBucket.ASK);
  }

  @Test
  @DisplayName("no more wait for a lease than may; the others hear at once when to come back")
  void waitersAreBounded() {
    SharedBucket gateway = gateway(settings("perSecond", 100, "maxWaiting", 3));
    bucket.holding = true;
    List<Future<Long>> waiting = List.of(request(gateway), request(gateway), request(gateway));
    assertThat(request(gateway).result()).isEqualTo(200);
    bucket.release();
    assertThat(waiting).allMatch(answer -> answer.result() == SharedBucket.PASS);
  }

  @Test
  @DisplayName("with other settings the tokens and leases of the former ones are dropped")
  void otherSettings() {
    SharedBucket gateway = gateway(settings("perSecond", 100_000));
    passes(gateway);
    gateway.configure(settings("perSecond", 0));
    assertThat(gateway.take()).isEqualTo(SharedBucket.NEVER);
    gateway.configure(settings("perSecond", 100_000));
    bucket.holding = true;
    Future<Long> waiting = request(gateway);
    gateway.configure(settings("perSecond", 0));
    bucket.release();
    assertThat(waiting.result()).isEqualTo(SharedBucket.NEVER);
    assertThat(gateway.take()).isEqualTo(SharedBucket.NEVER);
  }

  @ParameterizedTest
  @ValueSource(longs = {0, Long.MAX_VALUE - 1_000_000, Long.MIN_VALUE, -1})
  @DisplayName("nothing overflows, wherever the clock stands and however slow or fast the rate is")
  void noOverflow(long start) {
    for (double rate : new double[] {1e-300, 0.001, 1, 10_000_000}) {
      for (boolean away : new boolean[] {false, true}) {
        bucket = new BucketModel(start);
        bucket.away = away;
        SharedBucket gateway = gateway(settings("perSecond", rate, "fallbackPerSecond", rate));
        assertThat(passes(gateway)).isTrue();
        int more = passed(gateway, 2_000);
        assertThat(more).isBetween(0, rate > 1 ? 2_000 : 0);
        bucket.advance(1, TimeUnit.MILLISECONDS);
        assertThat(passed(gateway, 2_000)).isBetween(0, rate > 1 ? 2_000 : 0);
      }
    }
  }

  @Test
  @DisplayName("event loops that share a gateway's bucket share its limit")
  void threadsShare() throws InterruptedException {
    SharedBucket gateway =
        new SharedBucket(
            settings("perSecond", 1_000, "burst", 10_000),
            new Lease.Source() {
              private long left = 10_000;

              @Override
              public synchronized Future<Lease> lease(BucketSettings settings, long want) {
                long granted = Math.min(want, left);
                left -= granted;
                return Future.succeededFuture(new Lease(granted, left == 0 ? 1_000_000 : 0));
              }
            },
            System::nanoTime,
            Promise::promise);
    int threads = 8;
    AtomicInteger passed = new AtomicInteger();
    CountDownLatch done = new CountDownLatch(threads * 5_000);
    ExecutorService pool = Executors.newFixedThreadPool(threads);
    for (int thread = 0; thread < threads; thread++) {
      pool.execute(
          () -> {
            for (int i = 0; i < 5_000; i++) {
              request(gateway)
                  .onSuccess(
                      answer -> {
                        passed.addAndGet(answer == SharedBucket.PASS ? 1 : 0);
                        done.countDown();
                      });
            }
          });
    }
    assertThat(done.await(30, TimeUnit.SECONDS)).isTrue();
    pool.shutdown();
    assertThat(passed).hasValue(10_000);
  }
}
