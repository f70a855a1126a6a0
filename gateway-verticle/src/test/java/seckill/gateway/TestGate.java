package seckill.gateway;

import static seckill.testkit.TestVertx.await;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import seckill.config.SettingsLoader;
import seckill.runtime.Health;
import seckill.runtime.ServiceContext;

/** A gateway under test with a client for it. */
final class TestGate {
  private static final HttpClient CLIENT =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  private static final int SOCKET_TIMEOUT_MILLIS = 30_000;

  final SimpleMeterRegistry meters = new SimpleMeterRegistry();
  final Health health = new Health();
  private final GatewayService service = new GatewayService();
  private final Vertx vertx;
  private final List<String> deployments;

  TestGate(Vertx vertx) {
    this(vertx, Clock.systemUTC(), Map.of());
  }

  TestGate(Vertx vertx, Clock clock, Map<String, String> environment) {
    this.vertx = vertx;
    this.deployments =
        await(
            service.deploy(
                vertx, settings(environment), new ServiceContext(meters, health, clock)));
  }

  static JsonObject settings(Map<String, String> environment) {
    JsonObject base =
        new JsonObject()
            .put(
                "http",
                new JsonObject().put("host", "127.0.0.1").put("port", 0).put("instances", 1))
            // Tests hold answers back; a busy machine must not make a fault of that.
            .put("breaker", new JsonObject().put("slowMillis", 30_000))
            .put("token", new JsonObject().put("secret", TestTokens.SECRET))
            // All requests of a test come from one address; tests of the limit switch it on.
            .put("addressLimit", new JsonObject().put("enabled", false))
            // So that the till hears no question that the test did not ask.
            .put("challenge", new JsonObject().put("itemRefreshMillis", 60_000))
            .put("pages", new JsonObject().put("refreshMillis", 600_000));
    return new SettingsLoader("gateway").load(base, environment);
  }

  int port() {
    return service.port();
  }

  void stop() {
    deployments.forEach(id -> await(vertx.undeploy(id)));
  }

  Reply buy(String userId, String itemId, String... headers) {
    return buyAsync(userId, itemId, headers).join();
  }

  CompletableFuture<Reply> buyAsync(String userId, String itemId, String... headers) {
    HttpRequest.Builder request =
        request("/api/items/" + itemId + "/purchases", TestTokens.of(userId))
            .POST(BodyPublishers.noBody());
    if (headers.length > 0) {
      request.headers(headers);
    }
    return send(request);
  }

  Reply buyWith(String userId, String itemId, String body) {
    return post("/api/items/" + itemId + "/purchases", TestTokens.of(userId), body);
  }

  Reply get(String path, String token) {
    return send(request(path, token)).join();
  }

  Reply post(String path, String token, String body) {
    return send(request(path, token)
            .header("Content-Type", "application/json")
            .POST(BodyPublishers.ofString(body)))
        .join();
  }

  Reply put(String path, String token, String body) {
    return send(request(path, token)
            .header("Content-Type", "application/json")
            .PUT(BodyPublishers.ofString(body)))
        .join();
  }

  HttpRequest.Builder request(String path, String token) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port() + path));
    return token == null ? request : request.header("Authorization", "Bearer " + token);
  }

  CompletableFuture<Reply> send(HttpRequest.Builder request) {
    return CLIENT.sendAsync(request.build(), BodyHandlers.ofString()).thenApply(Reply::of);
  }

  /** Sends bytes as they are and reads until the gateway hangs up. */
  String raw(String head, byte[] body) throws IOException {
    try (Socket socket = new Socket("127.0.0.1", port())) {
      socket.setSoTimeout(SOCKET_TIMEOUT_MILLIS);
      OutputStream out = socket.getOutputStream();
      out.write(head.getBytes(StandardCharsets.UTF_8));
      out.write(body);
      out.flush();
      return readAll(socket.getInputStream());
    }
  }

  /** Sends one request with a target that no client library would send. */
  String rawTarget(String method, String target, String... headers) throws IOException {
    StringBuilder head = new StringBuilder(method + " " + target + " HTTP/1.1\r\nHost: gate\r\n");
    for (String header : headers) {
      head.append(header).append("\r\n");
    }
    return raw(head + "Connection: close\r\n\r\n", new byte[0]);
  }

  static String readAll(InputStream in) throws IOException {
    return new String(in.readAllBytes(), StandardCharsets.UTF_8);
  }
}
