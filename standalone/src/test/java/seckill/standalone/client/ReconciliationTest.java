package seckill.standalone.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServer;
import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import seckill.standalone.process.Waiting;

class ReconciliationTest {
  private static final Duration LONG = Duration.ofSeconds(30);

  private final AtomicInteger asked = new AtomicInteger();
  private Vertx vertx;

  @BeforeEach
  void start() {
    vertx = Vertx.vertx();
  }

  @AfterEach
  void stop() {
    Waiting.on(vertx.close(), LONG, "cannot stop");
  }

  /** A client of a gateway whose auditor is busy for so many questions. */
  private Reconciliation busyFor(int questions) {
    HttpServer server =
        vertx
            .createHttpServer()
            .requestHandler(
                request -> {
                  boolean busy = asked.incrementAndGet() <= questions;
                  request
                      .response()
                      .setStatusCode(busy ? 409 : 200)
                      .end(busy ? "{\"code\":\"CONFLICT\"}" : "{\"verdict\":\"BALANCED\"}");
                });
    int port = Waiting.on(server.listen(0, "127.0.0.1"), LONG, "cannot listen").actualPort();
    TokenMint mint = new TokenMint("a secret for this test and for no other", Clock.systemUTC());
    URI gateway = URI.create("http://127.0.0.1:" + port);
    return new Reconciliation(new SaleApi(vertx.createHttpClient(), gateway, mint));
  }

  @Test
  @DisplayName("while the auditor is busy with another run it is asked again")
  void waitsForItsTurn() {
    Reply reply = busyFor(2).run("1001", LONG);

    assertThat(reply.body().getString("verdict")).isEqualTo("BALANCED");
    assertThat(asked).hasValue(3);
  }

  @Test
  @DisplayName("the wait for a turn has an end, which is the auditor's refusal")
  void givesUp() {
    Reply reply = busyFor(Integer.MAX_VALUE).run("1001", Duration.ofSeconds(1));

    assertThat(reply.code()).isEqualTo("CONFLICT");
    assertThat(asked).hasValueGreaterThan(1);
  }
}
