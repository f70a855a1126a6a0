package seckill.order.notice;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.core.json.JsonObject;
import io.vertx.junit5.VertxExtension;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import seckill.config.SettingsLoader;
import seckill.order.notice.UndeliveredException.Kind;
import seckill.testkit.TestVertx;

@ExtendWith(VertxExtension.class)
class WebhookSenderTest {
  private static final Duration LIMIT = Duration.ofSeconds(60);
  private static final String SECRET = "0123456789abcdef";
  private static final Instant NOW = Instant.parse("2026-11-11T12:00:00Z");
  private static final Notice NOTICE =
      new Notice("o-1:PAID", NoticeEvent.PAID, "o-1", 1001, "ü1", 149_900, NOW);

  private final WebhookSender sender = new WebhookSender();
  private Vertx vertx;
  private Receiver receiver;

  @BeforeEach
  void prepare(Vertx vertx) {
    this.vertx = vertx;
    receiver = Receiver.start(vertx);
    open(receiver.url());
  }

  private void open(String url) {
    JsonObject section =
        new JsonObject()
            .put("sender", "webhook")
            .put("url", url)
            .put("secret", SECRET)
            .put("timeoutMillis", 2000)
            .put("maxAnswerBytes", 100);
    NoticeSettings settings =
        NoticeSettings.of(
            new SettingsLoader("consumer").load(new JsonObject().put("notify", section), Map.of()));
    TestVertx.await(sender.open(vertx, settings, Clock.fixed(NOW, ZoneOffset.UTC)));
  }

  /** Sends on an event loop, as the verticle does. */
  private Future<Void> send() {
    return vertx.<Void>timer(1).mapEmpty().compose(loop -> sender.send(NOTICE));
  }

  private UndeliveredException failure() {
    Future<Void> sent = send();
    await().atMost(LIMIT).until(sent::isComplete);
    assertThat(sent.cause()).isInstanceOf(UndeliveredException.class);
    return (UndeliveredException) sent.cause();
  }

  @Test
  @DisplayName("a notice is a POST of JSON with its id and a signature that can be checked")
  void contract() {
    TestVertx.await(send());

    Receiver.Hit hit = receiver.hits().get(0);
    assertThat(hit.request().method().name()).isEqualTo("POST");
    assertThat(hit.request().uri()).isEqualTo("/notices?from=seckill");
    assertThat(hit.request().getHeader("Content-Type")).isEqualTo("application/json");
    assertThat(hit.id()).isEqualTo("o-1:PAID");
    assertThat(hit.json()).isEqualTo(NOTICE.toJson());
    assertThat(hit.signature())
        .isEqualTo(new WebhookSignature(SECRET).of(NOW.getEpochSecond(), hit.body().getBytes()));
  }

  @ParameterizedTest
  @ValueSource(ints = {200, 201, 202, 204, 299})
  @DisplayName("every 2xx is a notice that was taken")
  void taken(int status) {
    receiver.behaving((hit, r) -> r.answer(hit, status));
    TestVertx.await(send());
  }

  @ParameterizedTest
  @CsvSource({
    "400, REFUSED", "401, REFUSED", "404, REFUSED", "410, REFUSED", "422, REFUSED",
    "408, RETRY", "425, RETRY", "429, RETRY", "301, RETRY", "304, RETRY",
    "500, RETRY", "502, RETRY", "503, RETRY", "599, RETRY",
  })
  @DisplayName("a 4xx is final but for 408, 425 and 429; everything else is tried again")
  void statusDecides(int status, Kind kind) {
    receiver.behaving((hit, r) -> r.answer(hit, status));

    UndeliveredException failure = failure();

    assertThat(failure.kind()).isEqualTo(kind);
    assertThat(failure).hasMessageStartingWith("status " + status);
    assertThat(receiver.hits()).as("no redirect is followed").hasSize(1);
  }

  @Test
  @DisplayName("the receiver says when to come again")
  void retryAfter() {
    receiver.behaving(
        (hit, r) -> {
          hit.request().response().putHeader("Retry-After", "7");
          r.answer(hit, 429);
        });

    assertThat(failure().waitMillis()).isEqualTo(7000);
  }

  @Test
  @DisplayName("of a long answer only the beginning is read, and the connection is given up")
  void longAnswer() {
    AtomicInteger lost = new AtomicInteger();
    receiver.behaving(
        (hit, r) -> {
          HttpServerResponse response = hit.request().response().setChunked(true);
          response.setStatusCode(400).closeHandler(gone -> lost.incrementAndGet());
          pour(response);
        });

    UndeliveredException failure = failure();

    assertThat(failure.kind()).isEqualTo(Kind.REFUSED);
    assertThat(failure.getMessage()).hasSize("status 400: ".length() + 100);
    await().atMost(LIMIT).until(() -> lost.get() == 1);
  }

  private void pour(HttpServerResponse response) {
    response.write("x".repeat(64)).onSuccess(more -> vertx.runOnContext(again -> pour(response)));
  }

  @Test
  @DisplayName("a 2xx is taken although its body never ends, and the connection is given up")
  void endlessSuccess() {
    AtomicInteger lost = new AtomicInteger();
    receiver.behaving(
        (hit, r) -> {
          HttpServerResponse response = hit.request().response().setChunked(true);
          response.closeHandler(gone -> lost.incrementAndGet());
          response.write("{");
        });

    TestVertx.await(send());

    await().atMost(LIMIT).until(() -> lost.get() == 1);
  }

  @Test
  @DisplayName("no answer, a lost connection and noise instead of HTTP are tried again")
  void noAnswer() {
    receiver.behaving((hit, r) -> {});
    assertThat(failure().kind()).isEqualTo(Kind.RETRY);

    receiver.behaving((hit, r) -> hit.request().connection().close());
    assertThat(failure().kind()).isEqualTo(Kind.RETRY);

    int port =
        TestVertx.await(
                vertx
                    .createNetServer()
                    .connectHandler(socket -> socket.handler(any -> socket.write("hello\r\n\r\n")))
                    .listen(0, "127.0.0.1"))
            .actualPort();
    open("http://127.0.0.1:" + port + "/");
    assertThat(failure().kind()).isEqualTo(Kind.RETRY);
  }

  @Test
  @DisplayName("where nobody listens, or no such host is, nothing has left")
  void unreachable() {
    receiver.close();
    assertThat(failure().kind()).isEqualTo(Kind.UNREACHABLE);

    open("http://no-such-host.invalid/");
    assertThat(failure().kind()).isEqualTo(Kind.UNREACHABLE);

    int port =
        TestVertx.await(
                vertx
                    .createNetServer()
                    .connectHandler(socket -> socket.handler(any -> socket.write("no TLS here")))
                    .listen(0, "127.0.0.1"))
            .actualPort();
    open("https://127.0.0.1:" + port + "/");
    assertThat(failure().kind()).isEqualTo(Kind.UNREACHABLE);
  }
}
