package seckill.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import io.vertx.junit5.VertxExtension;
import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import seckill.config.ManagementSettings;
import seckill.config.SettingsLoader;
import seckill.testkit.TestVertx;

@ExtendWith(VertxExtension.class)
class ManagementServerTest {
  private final HttpClient http = HttpClient.newHttpClient();
  private final Health health = new Health();
  private int port;

  @BeforeEach
  void listen(Vertx vertx) {
    ManagementSettings settings =
        ManagementSettings.of(
            new SettingsLoader("seckill")
                .load((Path) null, Map.of("SECKILL_MANAGEMENT_CHECK_TIMEOUT_MILLIS", "200")));
    port =
        TestVertx.await(
            new ManagementServer(vertx, health, VertxFactory.meters()).listen(settings));
  }

  private HttpResponse<String> send(String method, String path) throws Exception {
    URI uri = URI.create("http://127.0.0.1:" + port + path);
    return http.send(
        HttpRequest.newBuilder(uri).method(method, BodyPublishers.noBody()).build(),
        BodyHandlers.ofString());
  }

  @Test
  @DisplayName("liveness only says that the process answers, readiness what is amiss")
  void tellsLiveFromReady() throws Exception {
    assertThat(send("GET", "/health/ready").statusCode()).isEqualTo(200);
    Runnable fixed = health.register("redis", () -> Future.failedFuture("gone"));
    health.register("mysql", () -> Promise.promise().future());
    HttpResponse<String> down = send("GET", "/health/ready");
    assertThat(down.statusCode()).isEqualTo(503);
    JsonObject checks = new JsonObject(down.body()).getJsonObject("checks");
    assertThat(checks.getString("redis")).isEqualTo("DOWN: gone");
    assertThat(checks.getString("mysql")).startsWith("DOWN: ");
    assertThat(send("GET", "/health/live").statusCode()).isEqualTo(200);
    fixed.run();
  }

  @Test
  @DisplayName("a draining process is alive, but not ready")
  void drains() throws Exception {
    health.drain("the process stops");
    HttpResponse<String> down = send("GET", "/health/ready");
    assertThat(down.statusCode()).isEqualTo(503);
    assertThat(down.body()).contains("the process stops");
    assertThat(down.headers().firstValue("Cache-Control")).hasValue("no-store");
    assertThat(send("GET", "/health/live").statusCode()).isEqualTo(200);
  }

  @Test
  @DisplayName("metrics come in the Prometheus text format")
  void servesMetrics() throws Exception {
    HttpResponse<String> metrics = send("GET", "/metrics");
    assertThat(metrics.statusCode()).isEqualTo(200);
    assertThat(metrics.headers().firstValue("Content-Type").orElse("")).startsWith("text/plain");
    assertThat(metrics.body()).contains("# TYPE jvm_memory_used_bytes gauge");
  }

  @Test
  @DisplayName("other pages, methods and odd request lines are answered too")
  void answersEverything() throws Exception {
    assertThat(send("GET", "/").statusCode()).isEqualTo(404);
    assertThat(send("POST", "/health/live").statusCode()).isEqualTo(405);
    assertThat(send("HEAD", "/health/live").statusCode()).isEqualTo(200);
    assertThat(firstLine("OPTIONS * HTTP/1.1\r\nHost: x\r\n\r\n")).contains(" 405 ");
    assertThat(firstLine("GET * HTTP/1.1\r\nHost: x\r\n\r\n")).containsPattern(" 40[045] ");
  }

  private String firstLine(String request) throws IOException {
    try (Socket socket = new Socket("127.0.0.1", port)) {
      socket.setSoTimeout(10_000);
      socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
      StringBuilder line = new StringBuilder();
      for (int c = socket.getInputStream().read(); c > '\r'; c = socket.getInputStream().read()) {
        line.append((char) c);
      }
      return line.toString();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "Host: a\r\nHost: a\r\n", "Host:\r\n", "Host: a b\r\n"})
  @DisplayName("without exactly one Host that can be one, a request is 400 with a code")
  void needsOneHost(String hosts) throws Exception {
    for (String path : List.of("/health/live", "/health/ready", "/metrics", "/nothing")) {
      try (Socket socket = new Socket("127.0.0.1", port)) {
        String head = "GET " + path + " HTTP/1.1\r\n" + hosts + "Connection: close\r\n\r\n";
        socket.getOutputStream().write(head.getBytes(StandardCharsets.US_ASCII));
        String answer = new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(answer).startsWith("HTTP/1.1 400 ").contains("\"BAD_REQUEST\"", "Host");
      }
    }
  }
}
