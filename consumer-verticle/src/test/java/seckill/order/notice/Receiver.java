package seckill.order.notice;

import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BiConsumer;
import seckill.testkit.TestVertx;

/** Whoever notices are sent to: notes what comes and answers as the test likes. */
public final class Receiver {
  private static final int OK = 200;

  private final Vertx vertx;
  private final List<Hit> hits = new CopyOnWriteArrayList<>();
  private final Map<String, Hit> accepted = new ConcurrentHashMap<>();
  private volatile BiConsumer<Hit, Receiver> behaviour = (hit, receiver) -> receiver.accept(hit);
  private HttpServer server;
  private int port;

  /** One request. */
  public record Hit(
      String id, String signature, Buffer body, JsonObject json, HttpServerRequest request) {}

  private Receiver(Vertx vertx) {
    this.vertx = vertx;
  }

  public static Receiver start(Vertx vertx) {
    Receiver receiver = new Receiver(vertx);
    receiver.open();
    return receiver;
  }

  /** Listens, after a close on the same port. */
  public void open() {
    server =
        TestVertx.await(
            vertx.createHttpServer().requestHandler(this::take).listen(port, "127.0.0.1"));
    port = server.actualPort();
  }

  /** Nobody is there any more. */
  public void close() {
    TestVertx.await(server.close());
  }

  public String url() {
    return "http://127.0.0.1:" + port + "/notices?from=seckill";
  }

  public Receiver behaving(BiConsumer<Hit, Receiver> other) {
    behaviour = other;
    return this;
  }

  private void take(HttpServerRequest request) {
    request
        .body()
        .onSuccess(
            body -> {
              Hit hit =
                  new Hit(
                      request.getHeader("Idempotency-Key"),
                      request.getHeader("Notice-Signature"),
                      body,
                      body.toJsonObject(),
                      request);
              hits.add(hit);
              behaviour.accept(hit, this);
            });
  }

  /** Takes a notice; one that comes again under its id counts once. */
  public void accept(Hit hit) {
    accepted.putIfAbsent(hit.id(), hit);
    answer(hit, OK);
  }

  public void answer(Hit hit, int status) {
    hit.request().response().setStatusCode(status).end();
  }

  public List<Hit> hits() {
    return hits;
  }

  public long hits(String id) {
    return hits.stream().filter(hit -> hit.id().equals(id)).count();
  }

  /** The ids of the notices that were taken. */
  public Set<String> accepted() {
    return accepted.keySet();
  }
}
