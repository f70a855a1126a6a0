package seckill.standalone;

import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.json.JsonObject;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import picocli.CommandLine;
import seckill.standalone.process.Waiting;

/** A gateway that answers as it is told, and commands that speak to it. */
final class GatewayStandIn implements AutoCloseable {
  private static final Duration LIMIT = Duration.ofSeconds(60);

  /** Method, path and body of each request. */
  final List<String> asked = new CopyOnWriteArrayList<>();

  /** What each request signed in with; {@code null} for nothing. */
  final List<String> tokens = new CopyOnWriteArrayList<>();

  final StringWriter out = new StringWriter();
  final StringWriter err = new StringWriter();
  private final Queue<Answer> answers = new ConcurrentLinkedQueue<>();
  private final Vertx vertx = Vertx.vertx();
  private final HttpServer server;
  private volatile Answer last = new Answer(200, "{}");

  private record Answer(int status, String body) {}

  GatewayStandIn() {
    server =
        Waiting.on(
            vertx
                .createHttpServer()
                .requestHandler(request -> request.body().onSuccess(body -> answer(request, body)))
                .listen(0, "127.0.0.1"),
            LIMIT,
            "cannot listen");
  }

  private void answer(HttpServerRequest request, Buffer body) {
    asked.add(request.method() + " " + request.path() + " " + body);
    String authorization = request.getHeader("Authorization");
    tokens.add(authorization == null ? null : authorization.replaceFirst("^Bearer ", ""));
    Answer next = answers.poll();
    last = next == null ? last : next;
    request.response().setStatusCode(last.status()).end(last.body());
  }

  /** Answers one more request so; the last answer is given for ever. */
  GatewayStandIn answers(int status, String body) {
    answers.add(new Answer(status, body));
    return this;
  }

  /** The claims of the token of the first request. */
  JsonObject claims() {
    return claimsOf(tokens.get(0));
  }

  static JsonObject claimsOf(String token) {
    return new JsonObject(Buffer.buffer(Base64.getUrlDecoder().decode(token.split("\\.")[1])));
  }

  /** Runs a command of that many words against this gateway. */
  int execute(String line) {
    CommandLine command = SeckillCommand.commandLine();
    command.setOut(new PrintWriter(out, true));
    command.setErr(new PrintWriter(err, true));
    return command.execute((line + " --target http://127.0.0.1:" + server.actualPort()).split(" "));
  }

  @Override
  public void close() {
    Waiting.on(vertx.close(), LIMIT, "cannot close");
  }
}
