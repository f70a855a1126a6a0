package seckill.order.notice;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.junit5.VertxExtension;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import seckill.order.notice.Delivery.Kind;
import seckill.testkit.TestVertx;

@ExtendWith(VertxExtension.class)
class CourierTest {
  private static final int IN_FLIGHT = 3;

  private final AtomicLong nanos = new AtomicLong();
  private final List<String> begun = new ArrayList<>();
  private Context context;
  private Vertx vertx;

  @BeforeEach
  void prepare(Vertx vertx) {
    this.vertx = vertx;
    context = vertx.getOrCreateContext();
  }

  private List<Kind> deliver(int count, Function<String, Future<Void>> send) {
    return TestVertx.await(start(count, send)).stream().map(Delivery::kind).toList();
  }

  private Future<List<Delivery>> start(int count, Function<String, Future<Void>> send) {
    NoticeSender sender =
        new NoticeSender() {
          @Override
          public String name() {
            return "test";
          }

          @Override
          public Future<Void> send(Notice notice) {
            begun.add(notice.id());
            return send.apply(notice.id());
          }
        };
    List<Notice> notices =
        IntStream.range(0, count)
            .mapToObj(i -> new Notice("n" + i, NoticeEvent.PAID, "o" + i, 1, "u", 1, Instant.EPOCH))
            .toList();
    Promise<List<Delivery>> done = Promise.promise();
    context.runOnContext(
        here ->
            new Courier(
                    vertx,
                    sender,
                    IN_FLIGHT,
                    100,
                    nanos::get,
                    new NoticeMetrics(new SimpleMeterRegistry()))
                .deliver(notices, 1000)
                .onComplete(done));
    return done.future();
  }

  @Test
  @DisplayName("never more than allowed are under way, and all are sent in their order")
  void boundedInFlight() {
    int[] underWay = {0, 0};

    List<Kind> kinds =
        deliver(
            50,
            id -> {
              underWay[1] = Math.max(underWay[1], ++underWay[0]);
              return vertx.timer(1).onComplete(over -> underWay[0]--).mapEmpty();
            });

    assertThat(kinds).containsOnly(Kind.SENT).hasSize(50);
    assertThat(underWay).containsExactly(0, IN_FLIGHT);
    assertThat(begun).startsWith("n0", "n1", "n2", "n3").hasSize(50);
  }

  @Test
  @DisplayName("many that are sent at once need no deep stack")
  void manyAtOnce() {
    assertThat(deliver(50_000, id -> Future.succeededFuture())).hasSize(50_000);
  }

  @Test
  @DisplayName("once nobody is there nothing more is begun, and what was begun still counts")
  void nobodyThere() {
    List<Kind> kinds =
        deliver(
            10,
            id ->
                id.equals("n1")
                    ? Future.failedFuture(UndeliveredException.unreachable("nobody"))
                    : vertx.timer(10).mapEmpty());

    assertThat(kinds)
        .startsWith(Kind.SENT, Kind.UNREACHABLE, Kind.SENT)
        .endsWith(Kind.UNTRIED, Kind.UNTRIED, Kind.UNTRIED);
  }

  @Test
  @DisplayName("after the deadline nothing more is begun")
  void deadline() {
    List<Kind> kinds =
        deliver(
            10,
            id -> {
              if (id.equals("n3")) {
                nanos.set(1000);
              }
              return vertx.timer(1).mapEmpty();
            });

    assertThat(kinds.subList(0, 4)).containsOnly(Kind.SENT);
    assertThat(kinds.subList(6, 10)).containsOnly(Kind.UNTRIED);
  }

  @Test
  @DisplayName("a sender that throws, gives nothing or never ends is a try that failed")
  void badSender() {
    assertThat(
            deliver(
                4,
                id ->
                    switch (id) {
                      case "n0" -> throw new IllegalStateException("broken");
                      case "n1" -> null;
                      case "n2" -> Promise.<Void>promise().future();
                      default -> Future.failedFuture(UndeliveredException.refused("no"));
                    }))
        .containsExactly(Kind.RETRY, Kind.RETRY, Kind.RETRY, Kind.REFUSED);
  }

  @Test
  @DisplayName("no notices are soon sent")
  void none() {
    assertThat(deliver(0, id -> Future.succeededFuture())).isEmpty();
  }
}
