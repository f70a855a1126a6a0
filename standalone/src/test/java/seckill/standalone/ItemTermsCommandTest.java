package seckill.standalone;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServer;
import io.vertx.core.json.JsonObject;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import seckill.standalone.process.Waiting;

/** The commands that change the terms of a sale, before a gateway that is stood in for. */
class ItemTermsCommandTest {
  private static final Duration LIMIT = Duration.ofSeconds(20);

  private final Vertx vertx = Vertx.vertx();
  private final List<String> asked = new CopyOnWriteArrayList<>();
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();
  private volatile int status = 200;
  private volatile JsonObject answer = new JsonObject();
  private HttpServer gateway;

  @BeforeEach
  void open() {
    gateway =
        Waiting.on(
            vertx
                .createHttpServer()
                .requestHandler(
                    request ->
                        request
                            .body()
                            .onSuccess(
                                body -> {
                                  asked.add(request.method() + " " + request.path() + " " + body);
                                  request.response().setStatusCode(status).end(answer.toBuffer());
                                }))
                .listen(0, "127.0.0.1"),
            LIMIT,
            "cannot listen");
  }

  @AfterEach
  void close() {
    Waiting.on(vertx.close(), LIMIT, "cannot close");
  }

  private int execute(String line) {
    CommandLine command = SeckillCommand.commandLine();
    command.setOut(new PrintWriter(out, true));
    command.setErr(new PrintWriter(err, true));
    return command.execute(
        (line + " --target http://127.0.0.1:" + gateway.actualPort()).split(" "));
  }

  @Test
  @DisplayName("a restock says what was added, and by which request")
  void restock() {
    answer = new JsonObject("{\"units\":5,\"total\":15,\"inForce\":true,\"replayed\":false}");

    assertThat(execute("item restock 7 --units 5 --request-id r1")).isZero();

    assertThat(asked)
        .containsExactly("POST /admin/items/7/restock {\"requestId\":\"r1\",\"units\":5}");
    assertThat(out.toString())
        .isEqualToIgnoringNewLines("item 7: 5 units added, 15 ever for sale (request r1)");
  }

  @Test
  @DisplayName("an extension says the end, and whether it is in force yet or was before")
  void extend() {
    answer =
        new JsonObject("{\"endAt\":\"2026-12-01T13:00:00Z\",\"inForce\":false,\"replayed\":true}");

    assertThat(execute("item extend 7 --until 2026-12-01T21:00:00+08:00 --request-id e1")).isZero();

    assertThat(asked)
        .containsExactly(
            "POST /admin/items/7/extend {\"requestId\":\"e1\",\"endAt\":\"2026-12-01T13:00:00Z\"}");
    assertThat(out.toString())
        .isEqualToIgnoringNewLines(
            "item 7: the sale ends at 2026-12-01T13:00:00Z, from its preheat on, was done before"
                + " (request e1)");
  }

  @Test
  @DisplayName("every change has a name of its own, which a refusal tells, too")
  void refused() {
    status = 409;
    answer = new JsonObject("{\"code\":\"CONFLICT\",\"detail\":\"item 7 is settled\"}");

    assertThat(execute("item restock 7 --units 5")).isEqualTo(1);
    assertThat(execute("item restock 7 --units 5")).isEqualTo(1);

    assertThat(asked).doesNotHaveDuplicates().hasSize(2);
    assertThat(err.toString()).contains("item 7 is settled", "(request ").hasLineCount(2);
  }

  @Test
  @DisplayName("nonsense is refused before anything is asked")
  void nonsense() {
    for (String line :
        List.of(
            "item restock 7 --units 0",
            "item restock x --units 1",
            "item extend 7 --until tomorrow",
            "item restock 7 --units 1 --request-id \u8305")) {
      assertThat(execute(line)).as(line).isEqualTo(1);
    }
    assertThat(asked).isEmpty();
    assertThat(err.toString()).hasLineCount(4);
  }
}
