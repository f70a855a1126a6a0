package seckill.order.notice;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static seckill.order.notice.NoticeCase.ITEM;
import static seckill.order.notice.NoticeCase.LIMIT;
import static seckill.order.notice.NoticeCase.created;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.junit5.VertxExtension;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import seckill.testkit.MySqlExtension;
import seckill.testkit.TestMySql;

@ExtendWith({VertxExtension.class, MySqlExtension.class})
class RandomNoticeIT {
  private static final int ROUNDS = 40;
  private static final int SENDERS = 3;

  private Receiver receiver;
  private NoticeCase notices;
  private volatile boolean calm;

  @BeforeEach
  void prepare(Vertx vertx, TestMySql mysql) {
    receiver = Receiver.start(vertx);
    notices =
        new NoticeCase(vertx, mysql, receiver.url())
            .with("timeoutMillis", 100)
            .with("leaseMillis", 400)
            .with("inFlight", 8)
            .with("chunk", 20)
            .with("maxAttempts", 1000);
  }

  /** Fails, dawdles beyond the lease, or dies. */
  private final class Chaos implements NoticeHooks {
    private final Random random;

    Chaos(long seed) {
      this.random = new Random(seed);
    }

    @Override
    public Future<Void> beforeSend() {
      return strike();
    }

    @Override
    public Future<Void> beforeSettle() {
      return strike();
    }

    private Future<Void> strike() {
      int dice = calm ? 100 : random.nextInt(100);
      if (dice < 3) {
        return Promise.<Void>promise().future();
      }
      if (dice < 10) {
        return Future.failedFuture("struck");
      }
      return dice < 20
          ? notices.vertx.timer(1 + random.nextInt(600), TimeUnit.MILLISECONDS).mapEmpty()
          : Future.succeededFuture();
    }
  }

  private void answerAtRandom(Receiver.Hit hit) {
    int dice = calm ? 100 : ThreadLocalRandom.current().nextInt(100);
    if (dice < 5) {
      receiver.answer(hit, 503);
    } else if (dice < 8) {
      hit.request().connection().close();
    } else if (dice >= 11) {
      receiver.accept(hit);
    }
    // Else it never answers.
  }

  @RepeatedTest(2)
  @Timeout(90)
  @DisplayName("whatever senders and receiver do: every notice arrives, under its one id")
  void everyNoticeArrives() {
    long seed = ThreadLocalRandom.current().nextLong();
    System.out.println("RandomNoticeIT seed " + seed);
    Random random = new Random(seed);
    receiver.behaving((hit, r) -> answerAtRandom(hit));
    List<String> expected = new ArrayList<>();
    List<String> orders = new ArrayList<>();
    List<String> running = new ArrayList<>();
    for (int round = 0; round < ROUNDS; round++) {
      List<String> fresh = notices.commit(ITEM + random.nextInt(2), 1 + random.nextInt(40));
      orders.addAll(fresh);
      expected.addAll(created(fresh));
      if (random.nextBoolean()) {
        String order = orders.remove(random.nextInt(orders.size()));
        notices.commit(NoticeEvent.PAID, order);
        expected.add(order + ":PAID");
      }
      if (running.size() < SENDERS) {
        running.add(notices.start(new Chaos(random.nextLong())));
      } else if (random.nextBoolean()) {
        notices.stop(running.remove(random.nextInt(running.size())));
      }
    }
    calm = true;
    notices.start();

    await()
        .atMost(LIMIT)
        .untilAsserted(
            () -> assertThat(receiver.accepted()).containsExactlyInAnyOrderElementsOf(expected));
    notices.awaitSent();
    assertThat(notices.parked("GIVEN_UP")).isZero();
  }
}
