package seckill.gateway.board;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import seckill.contract.SeckillException;

class BoardTest {
  private static final Instant OPENED = Instant.parse("2026-12-01T02:00:00Z");
  private static final long NOW = OPENED.toEpochMilli();
  private static final String PASSED = "gate/bucket/PASSED";

  private final PulseBook book = new PulseBook(OPENED);

  private static JsonObject pulse(String node, Instant startedAt, long passed, double backlog) {
    return new JsonObject()
        .put("node", node)
        .put("services", new JsonArray().add("gateway"))
        .put("startedAt", startedAt.toString())
        .put("everyMillis", 1000)
        .put("health", new JsonObject().put("status", "UP"))
        .put("counts", new JsonObject().put(PASSED, passed))
        .put("gauges", new JsonObject().put("backlog", backlog));
  }

  private long flow() {
    return book.takeFlow().getLong(PASSED, 0L);
  }

  @Test
  @DisplayName("what all processes counted since the last look is summed, and told once")
  void sums() {
    Instant earlier = OPENED.minusSeconds(60);
    book.hear(pulse("a", earlier, 100, 0), NOW);
    book.hear(pulse("b", earlier, 1000, 0), NOW);
    assertThat(flow()).as("counted before anybody listened").isZero();
    book.hear(pulse("a", earlier, 107, 0), NOW + 1000);
    book.hear(pulse("b", earlier, 1005, 0), NOW + 1000);
    assertThat(flow()).isEqualTo(12);
    assertThat(flow()).isZero();
  }

  @Test
  @DisplayName("a pulse that cannot be read changes nothing, and the board goes on")
  void rubbish() {
    Instant earlier = OPENED.minusSeconds(60);
    book.hear(pulse("a", earlier, 100, 0), NOW);
    JsonObject good = pulse("a", earlier, 107, 0);
    for (String field : List.copyOf(good.fieldNames())) {
      for (Object wrong :
          new Object[] {null, 7.5, -1, "x", true, new JsonArray().add(1), "x".repeat(10_000)}) {
        JsonObject bad = good.copy().put(field, wrong);
        if (!(field.equals("node") && "x".equals(wrong))) {
          assertThatThrownBy(() -> book.hear(bad, NOW))
              .as(bad.encode())
              .isInstanceOf(SeckillException.class);
        }
      }
      JsonObject without = good.copy();
      without.remove(field);
      assertThatThrownBy(() -> book.hear(without, NOW)).isInstanceOf(SeckillException.class);
    }
    for (String figures : List.of("counts", "gauges")) {
      JsonObject bad = good.copy().put(figures, new JsonObject().put(PASSED, "7"));
      assertThatThrownBy(() -> book.hear(bad, NOW)).isInstanceOf(SeckillException.class);
    }
    assertThat(flow()).isZero();
    book.hear(good, NOW + 1000);
    assertThat(flow()).isEqualTo(7);
    assertThat(book.nodes(NOW)).hasSize(1);
    assertThat(book.gauges(NOW).getDouble("backlog")).isZero();
  }

  @Test
  @DisplayName("a flood of made-up processes is bounded, and those that were known are heard on")
  void bounded() {
    for (int i = 0; i < 1000; i++) {
      book.hear(pulse("n" + i, OPENED, 1, 0), NOW);
    }
    assertThatThrownBy(() -> book.hear(pulse("more", OPENED, 1, 0), NOW))
        .hasMessageContaining("too many");
    book.hear(pulse("n0", OPENED, 5, 0), NOW);
    assertThat(book.nodes(NOW)).hasSize(1000);
    assertThat(book.nodes(NOW + 700_000)).isEmpty();
    book.hear(pulse("more", OPENED, 1, 0), NOW + 700_000);
  }

  @Test
  @DisplayName("a process that was restarted counts from nought, and nothing becomes negative")
  void restarted() {
    book.hear(pulse("a", OPENED.minusSeconds(60), 100, 0), NOW);
    book.hear(pulse("a", OPENED.plusSeconds(5), 3, 0), NOW + 9000);
    assertThat(flow()).isEqualTo(3);
    book.hear(pulse("a", OPENED.plusSeconds(5), 2, 0), NOW + 9500);
    assertThat(flow()).as("only one service of it was deployed anew").isEqualTo(2);
    book.hear(pulse("new", OPENED.plusSeconds(5), 4, 0), NOW + 9000);
    assertThat(flow()).as("started after this book, so all of it is new").isEqualTo(4);
  }

  @Test
  @DisplayName("a process that should have been heard is told as silent, and what it measured ends")
  void silent() {
    book.hear(pulse("a", OPENED, 1, 7), NOW);
    book.hear(pulse("b", OPENED, 1, 3), NOW);
    assertThat(book.gauges(NOW + 500)).isEqualTo(new JsonObject().put("backlog", 7.0));
    book.hear(pulse("b", OPENED, 1, 2), NOW + 9000);
    JsonArray nodes = book.nodes(NOW + 9500);
    assertThat(nodes.getJsonObject(0).getBoolean("silent")).isTrue();
    assertThat(nodes.getJsonObject(1).getBoolean("silent")).isFalse();
    assertThat(nodes.getJsonObject(0).getString("heardAt")).isEqualTo(OPENED.toString());
    assertThat(book.gauges(NOW + 9500)).isEqualTo(new JsonObject().put("backlog", 2.0));
    assertThat(book.nodes(NOW + 700_000)).as("at last nobody misses it").isEmpty();
  }
}
