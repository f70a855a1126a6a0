package seckill.order.notice;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static seckill.order.notice.NoticeCase.ITEM;
import static seckill.order.notice.NoticeCase.LIMIT;
import static seckill.order.notice.NoticeCase.created;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import io.vertx.junit5.VertxExtension;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import seckill.contract.Addresses;
import seckill.testkit.MySqlExtension;
import seckill.testkit.TestMySql;

@ExtendWith({VertxExtension.class, MySqlExtension.class})
class NoticeDeliveryIT {
  private Receiver receiver;
  private NoticeCase notices;

  @BeforeEach
  void prepare(Vertx vertx, TestMySql mysql) {
    receiver = Receiver.start(vertx);
    notices = new NoticeCase(vertx, mysql, receiver.url());
  }

  @Test
  @DisplayName("a notice says what happened to whose order, and its row is gone once it is sent")
  void noticeSaysWhatHappened() {
    String order = notices.commit(ITEM, 1).get(0);

    notices.start();
    notices.awaitSent();

    JsonObject body = receiver.hits().get(0).json();
    assertThat(Instant.parse(body.getString("at"))).isBefore(Instant.now().plusSeconds(5));
    body.remove("at");
    assertThat(body)
        .isEqualTo(
            new JsonObject()
                .put("id", order + ":CREATED")
                .put("event", "CREATED")
                .put("orderId", order)
                .put("itemId", "1001")
                .put("userId", "ü0")
                .put("priceCents", NoticeCase.PRICE));
    assertThat(receiver.hits()).hasSize(1);
    await().untilAsserted(() -> assertThat(notices.counted("seckill_notices_sent")).isEqualTo(1));
  }

  @Test
  @DisplayName("a notice that never arrives is given up with an alert, and holds up no other")
  void poison() {
    List<JsonObject> alerts = new CopyOnWriteArrayList<>();
    notices
        .vertx
        .eventBus()
        .<JsonObject>consumer(Addresses.EVENT_ALERT, alert -> alerts.add(alert.body()));
    notices.with("maxAttempts", 4).with("inFlight", 1);
    List<String> orders = notices.commit(ITEM, 20);
    String poison = created(orders.get(0));
    receiver.behaving(
        (hit, r) -> {
          if (hit.id().equals(poison)) {
            r.answer(hit, 500);
          } else {
            r.accept(hit);
          }
        });

    notices.start();

    await().atMost(LIMIT).until(() -> notices.parked("GIVEN_UP") == 1);
    notices.awaitSent();
    assertThat(receiver.accepted())
        .containsExactlyInAnyOrderElementsOf(created(orders.subList(1, 20)));
    assertThat(receiver.hits(poison)).isEqualTo(4);
    await()
        .untilAsserted(() -> assertThat(notices.counted("seckill_notices_given_up")).isEqualTo(1));
    await().untilAsserted(() -> assertThat(notices.counted("seckill_notices_failed")).isEqualTo(4));
    await().atMost(LIMIT).until(() -> !alerts.isEmpty());
    assertThat(alerts.get(0).getString("kind")).isEqualTo("NOTICE_GIVEN_UP");
    await()
        .atMost(LIMIT)
        .untilAsserted(
            () ->
                assertThat(notices.healthOf("notices")).isEqualTo("WARN: 1 notices were given up"));
    assertThat(
            notices
                .mysql
                .query("SELECT last_error FROM notice")
                .iterator()
                .next()
                .getString("last_error"))
        .startsWith("status 500");
  }

  @Test
  @DisplayName("what the receiver refuses for good is not sent again")
  void refused() {
    receiver.behaving((hit, r) -> r.answer(hit, 410));
    List<String> orders = notices.commit(ITEM, 3);

    notices.start();

    await().atMost(LIMIT).until(() -> notices.parked("GIVEN_UP") == 3);
    assertThat(receiver.hits()).hasSize(orders.size());
    assertThat(notices.batches()).isZero();
  }

  @Test
  @DisplayName("a receiver that answers some notices never does not hold up those of others")
  void hangs() {
    notices.with("timeoutMillis", 1000).with("leaseMillis", 6000).with("inFlight", 4);
    List<String> orders = notices.commit(ITEM, 40);
    String silent = created(orders.get(3));
    AtomicInteger tries = new AtomicInteger();
    receiver.behaving(
        (hit, r) -> {
          if (!hit.id().equals(silent) || tries.incrementAndGet() > 2) {
            r.accept(hit);
          }
        });

    notices.start();
    notices.awaitSent();

    assertThat(receiver.accepted()).containsExactlyInAnyOrderElementsOf(created(orders));
    assertThat(receiver.hits()).hasSize(42);
  }

  @Test
  @DisplayName("while nobody listens notices stay in their batches, untried; then all go out once")
  void nobodyListens() {
    receiver.close();
    List<String> orders = notices.commit(ITEM, 200);
    notices.start();
    await()
        .atMost(LIMIT)
        .untilAsserted(
            () ->
                assertThat(notices.healthOf("notices"))
                    .isEqualTo("WARN: nobody is there to take notices"));
    assertThat(notices.mysql.number("SELECT COUNT(*) FROM notice")).isZero();
    assertThat(notices.mysql.number("SELECT told FROM notice_batch")).isZero();

    receiver.open();
    notices.awaitSent();

    assertThat(receiver.accepted()).containsExactlyInAnyOrderElementsOf(created(orders));
    assertThat(receiver.hits()).hasSize(200);
    await()
        .atMost(LIMIT)
        .untilAsserted(() -> assertThat(notices.healthOf("notices")).isEqualTo("UP"));
  }

  @Test
  @DisplayName("what happened to an order later is told later, even if the first notice fails")
  void orderOfOneOrder() {
    List<String> orders = notices.commit(ITEM, 10);
    String slow = orders.get(4);
    AtomicInteger tries = new AtomicInteger();
    receiver.behaving(
        (hit, r) -> {
          if (hit.id().equals(created(slow)) && tries.incrementAndGet() <= 5) {
            r.answer(hit, 503);
          } else {
            r.accept(hit);
          }
        });
    for (String order : orders) {
      notices.commit(NoticeEvent.PAID, order);
    }
    notices.commit(NoticeEvent.REFUND_DUE, slow);
    notices.commit(NoticeEvent.REFUND_DUE, slow);

    notices.start();
    notices.awaitSent();

    assertThat(receiver.accepted()).as("each refund is told").hasSize(22);
    for (String order : orders) {
      List<String> events =
          receiver.hits().stream()
              .filter(hit -> hit.json().getString("orderId").equals(order))
              .map(hit -> hit.json().getString("event"))
              .distinct()
              .toList();
      assertThat(events)
          .containsExactlyElementsOf(
              order.equals(slow)
                  ? List.of("CREATED", "PAID", "REFUND_DUE")
                  : List.of("CREATED", "PAID"));
    }
  }

  @Test
  @DisplayName("what waits is counted, with its age, and a late one is a warning")
  void waitingIsMeasured() {
    notices.with("lateMillis", 200);
    receiver.close();
    notices.commit(ITEM, 7);

    notices.start();

    await()
        .atMost(LIMIT)
        .until(
            () ->
                notices.meters.get("seckill_notices_waiting").gauge().value() == 7
                    && notices.meters.get("seckill_notices_oldest_age_seconds").gauge().value()
                        > 0.2);
    receiver.open();
    await()
        .atMost(LIMIT)
        .until(() -> notices.meters.get("seckill_notices_waiting").gauge().value() == 0);
  }

  @Test
  @DisplayName("notices of orders that were removed are given up, and hold up no other")
  void orderIsGone() {
    List<String> orders = notices.commit(ITEM, 5);
    notices.mysql.query("DELETE FROM orders WHERE order_id = ?", orders.get(2));

    notices.start();
    notices.awaitSent();

    assertThat(receiver.accepted()).hasSize(4);
    assertThat(notices.parked("GIVEN_UP")).isEqualTo(1);
  }

  @Test
  @DisplayName("a sender that throws, or gives no answer at all, is a try that failed")
  void badSender(Vertx vertx) {
    List<String> orders = notices.commit(ITEM, 3);
    List<String> sent = new CopyOnWriteArrayList<>();
    AtomicInteger calls = new AtomicInteger();
    NoticeSender bad =
        new NoticeSender() {
          @Override
          public String name() {
            return "bad";
          }

          @Override
          public Future<Void> send(Notice notice) {
            int call = calls.getAndIncrement();
            if (call == 0) {
              throw new IllegalStateException("out of paper");
            }
            if (call == 1) {
              return null;
            }
            return vertx
                .timer(1, TimeUnit.MILLISECONDS)
                .onSuccess(late -> sent.add(notice.id()))
                .mapEmpty();
          }
        };

    notices.start(bad, NoticeHooks.NONE);
    notices.awaitSent();

    assertThat(sent).containsExactlyInAnyOrderElementsOf(created(orders));
    assertThat(calls).hasValue(5);
  }
}
