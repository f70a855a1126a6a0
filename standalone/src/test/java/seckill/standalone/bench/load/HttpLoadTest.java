package seckill.standalone.bench.load;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.Handler;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerRequest;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import seckill.standalone.process.Waiting;

class HttpLoadTest {
  private static final Duration LIMIT = Duration.ofSeconds(30);
  private static final int STALL_MILLIS = 400;
  private static final byte[] REQUEST =
      "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n\r\n".getBytes(StandardCharsets.US_ASCII);

  @TempDir private Path directory;
  private final Vertx vertx = Vertx.vertx();
  private final AtomicInteger asked = new AtomicInteger();

  @AfterEach
  void stop() {
    Waiting.on(vertx.close(), LIMIT, "cannot stop");
  }

  private int serve(Handler<HttpServerRequest> handler) {
    HttpServer server =
        Waiting.on(
            vertx.createHttpServer().requestHandler(handler).listen(0, "127.0.0.1"),
            LIMIT,
            "cannot listen");
    return server.actualPort();
  }

  @Test
  @DisplayName("a server that stands still is not asked less: what was due meanwhile has waited")
  void countsFromWhenRequestsWereDue() throws IOException {
    int port =
        serve(
            request -> {
              if (asked.incrementAndGet() == 1) {
                vertx.setTimer(STALL_MILLIS, late -> request.response().end("late"));
              } else {
                request.response().end("ok");
              }
            });

    LoadResult result = new HttpLoad(Pace.open(100), () -> REQUEST).run(port, 1, 1);

    assertThat(result.requests()).isEqualTo(100);
    assertThat(result.errors()).isZero();
    assertThat(result.maxMicros()).isGreaterThanOrEqualTo(STALL_MILLIS * 1000);
    // About 40 of 100 were due during the stall. Counted from when they were sent, one was slow.
    assertThat(result.p99Micros()).isGreaterThan(300_000);
    assertThat(asked).hasValue(100);
  }

  @Test
  @DisplayName("the closed model waits for each answer, and refusals are counted")
  void closedModel() throws IOException {
    int port =
        serve(
            request -> {
              boolean refused = asked.incrementAndGet() % 2 == 0;
              request.response().setStatusCode(refused ? 409 : 202).end("{}");
            });

    LoadResult result = new HttpLoad(Pace.CLOSED, () -> REQUEST).run(port, 3, 1);

    assertThat(result.requests()).isEqualTo(asked.get()).isPositive();
    assertThat(result.refused()).isEqualTo(asked.get() / 2);
    assertThat(result.errors()).isZero();
  }

  @Test
  @DisplayName("a request that the server hangs up on is an error, and the load goes on")
  void hangsUp() throws IOException {
    int port =
        serve(
            request -> {
              if (asked.incrementAndGet() == 5) {
                request.connection().close();
              } else {
                request.response().end("ok");
              }
            });

    LoadResult result = new HttpLoad(Pace.open(50), () -> REQUEST).run(port, 2, 1);

    assertThat(result.errors()).isEqualTo(1);
    assertThat(result.requests()).isEqualTo(49);
  }

  @Test
  @DisplayName("every purchase has its own token and address, and the items come in turn")
  void purchases() throws IOException {
    ConcurrentLinkedQueue<String> seen = new ConcurrentLinkedQueue<>();
    int port =
        serve(
            request -> {
              seen.add(
                  request.path()
                      + " "
                      + request.getHeader("Authorization")
                      + " "
                      + request.getHeader("X-Forwarded-For")
                      + " "
                      + request.getHeader("Challenge-Pass"));
              request.response().end("{}");
            });
    Path tokens = Files.write(directory.resolve("tokens"), List.of("t1", "t2", "t3"));

    LoadResult result =
        new PlainClient(1)
            .run(
                new Target(port, 7, 2),
                new Headers("Challenge-Pass: p\r\n", true),
                tokens,
                Pace.open(4),
                1);

    assertThat(seen)
        .containsExactly(
            "/api/items/7/purchases Bearer t1 10.0.0.1 p",
            "/api/items/8/purchases Bearer t2 10.0.0.2 p",
            "/api/items/7/purchases Bearer t3 10.0.0.3 p",
            "/api/items/8/purchases Bearer t1 10.0.0.4 p");
    assertThat(result.wrapped()).isEqualTo(1);
  }
}
