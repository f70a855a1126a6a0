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
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import seckill.testkit.MySqlExtension;
import seckill.testkit.TestMySql;

@ExtendWith({VertxExtension.class, MySqlExtension.class})
class NoticeTakeoverIT {
  private Receiver receiver;
  private NoticeCase notices;

  @BeforeEach
  void prepare(Vertx vertx, TestMySql mysql) {
    receiver = Receiver.start(vertx);
    notices = new NoticeCase(vertx, mysql, receiver.url());
  }

  @Test
  @DisplayName("two senders at once share the work: every notice goes out exactly once")
  void twoSenders() {
    notices.with("chunk", 30).with("inFlight", 8);
    List<String> orders = new ArrayList<>();
    for (int batch = 0; batch < 20; batch++) {
      orders.addAll(notices.commit(ITEM + batch % 3, 1 + 7 * batch));
    }

    notices.start();
    notices.start();
    notices.awaitSent();

    assertThat(receiver.accepted()).containsExactlyInAnyOrderElementsOf(created(orders));
    assertThat(receiver.hits()).hasSize(orders.size());
  }

  @Test
  @DisplayName(
      "a sender that dies after sending is relieved: the same ids go out again, none is lost")
  void diesBeforeItIsWrittenDown() {
    notices.with("timeoutMillis", 1000).with("leaseMillis", 3000).with("chunk", 30);
    List<String> orders = notices.commit(ITEM, 50);
    Promise<Void> dead = Promise.promise();
    notices.start(
        new NoticeHooks() {
          @Override
          public Future<Void> beforeSettle() {
            return dead.future();
          }
        });
    await().atMost(LIMIT).until(() -> receiver.accepted().size() == 30);

    notices.start();
    notices.awaitSent();

    assertThat(receiver.accepted()).containsExactlyInAnyOrderElementsOf(created(orders));
    assertThat(receiver.hits()).as("30 of them twice").hasSize(80);
  }

  @Test
  @DisplayName("a sender that comes back after it was relieved changes nothing any more")
  void comesBackLate() {
    notices.with("timeoutMillis", 100).with("leaseMillis", 300).with("maxAttempts", 1);
    receiver.behaving((hit, r) -> r.answer(hit, 500));
    notices.commit(ITEM, 5);
    Promise<Void> asleep = Promise.promise();
    AtomicInteger sleeping = new AtomicInteger();
    notices.start(
        new NoticeHooks() {
          @Override
          public Future<Void> beforeSettle() {
            return sleeping.getAndIncrement() == 0 ? asleep.future() : Future.succeededFuture();
          }
        });
    await().atMost(LIMIT).until(() -> sleeping.get() == 1);
    notices.start();
    await().atMost(LIMIT).until(() -> notices.parked("GIVEN_UP") == 5);
    notices.mysql.query("DELETE FROM notice");
    List<String> fresh = notices.commit(ITEM, 3);

    asleep.complete();

    await().atMost(LIMIT).until(() -> notices.parked("GIVEN_UP") == 3);
    notices.awaitSent();
    assertThat(notices.mysql.number("SELECT COUNT(*) FROM notice")).isEqualTo(fresh.size());
    await()
        .untilAsserted(() -> assertThat(notices.counted("seckill_notices_given_up")).isEqualTo(8));
  }

  @Test
  @DisplayName("a sender that stops in the middle leaves the rest to the others at once")
  void stopsInTheMiddle() {
    notices.with("inFlight", 2).with("leaseMillis", 60_000);
    List<String> orders = notices.commit(ITEM, 30);
    List<Receiver.Hit> held = new CopyOnWriteArrayList<>();
    receiver.behaving((hit, r) -> held.add(hit));
    String first = notices.start();
    await().atMost(LIMIT).until(() -> held.size() == 2);

    Future<Void> stopped = notices.vertx.undeploy(first);
    receiver.behaving((hit, r) -> r.accept(hit));
    held.forEach(receiver::accept);
    await().atMost(LIMIT).until(stopped::succeeded);
    assertThat(notices.mysql.number("SELECT told FROM notice_batch")).isEqualTo(2);
    notices.start();
    notices.awaitSent();

    assertThat(receiver.accepted()).containsExactlyInAnyOrderElementsOf(created(orders));
    assertThat(receiver.hits()).hasSize(30);
  }
}
