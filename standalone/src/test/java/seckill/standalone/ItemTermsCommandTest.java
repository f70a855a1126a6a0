package seckill.standalone;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The commands that change the terms of a sale, before a gateway that is stood in for. */
class ItemTermsCommandTest {
  private final GatewayStandIn gateway = new GatewayStandIn();

  @AfterEach
  void close() {
    gateway.close();
  }

  @Test
  @DisplayName("a restock says what was added, and by which request")
  void restock() {
    gateway.answers(200, "{\"units\":1,\"total\":15,\"inForce\":true,\"replayed\":false}");

    assertThat(gateway.execute("item restock 7 --units 1 --request-id r1")).isZero();

    assertThat(gateway.asked)
        .containsExactly("POST /admin/items/7/restock {\"requestId\":\"r1\",\"units\":1}");
    assertThat(gateway.out.toString())
        .isEqualToIgnoringNewLines("item 7: 1 unit added, 15 ever for sale (request r1)");
  }

  @Test
  @DisplayName("an extension says the end, and whether it is in force yet or was before")
  void extend() {
    gateway.answers(
        200, "{\"endAt\":\"2026-12-01T13:00:00Z\",\"inForce\":false,\"replayed\":true}");

    assertThat(gateway.execute("item extend 7 --until 2026-12-01T21:00:00+08:00 --request-id e1"))
        .isZero();

    assertThat(gateway.asked)
        .containsExactly(
            "POST /admin/items/7/extend {\"requestId\":\"e1\",\"endAt\":\"2026-12-01T13:00:00Z\"}");
    assertThat(gateway.out.toString())
        .isEqualToIgnoringNewLines(
            "item 7: the sale ends at 2026-12-01T13:00:00Z, from its preheat on, was done before"
                + " (request e1)");
  }

  @Test
  @DisplayName("every change has a name of its own, which a refusal tells, too")
  void refused() {
    gateway.answers(409, "{\"code\":\"CONFLICT\",\"detail\":\"item 7 is settled\"}");

    assertThat(gateway.execute("item restock 7 --units 5")).isEqualTo(1);
    assertThat(gateway.execute("item restock 7 --units 5")).isEqualTo(1);

    assertThat(gateway.asked).doesNotHaveDuplicates().hasSize(2);
    assertThat(gateway.err.toString()).contains("item 7 is settled", "(request ").hasLineCount(2);
  }

  @ParameterizedTest
  @CsvSource({
    "item restock 7 --units 0, --units must be",
    "item restock x --units 1, ID must be",
    "item extend 7 --until tomorrow, --until must be",
    "item extend 0 --until 2026-12-01T21:00:00+08:00, ID must be",
    "item restock 7 --units 1 --request-id \u8305, --request-id must be",
    "item preheat x, ID must be",
    "recover x, ID must be",
    "reconcile 007, ID must be",
    "dead-letter list --item x, ID must be",
    "dead-letter list --limit 0, --limit must be",
    "dead-letter replay x, LETTER must be",
    "pay x --amount 1, ORDER must be"
  })
  @DisplayName("nonsense is refused in the names of options before anything is asked")
  void nonsense(String line, String message) {
    assertThat(gateway.execute(line)).isEqualTo(2);

    assertThat(gateway.asked).isEmpty();
    assertThat(gateway.err.toString()).contains(": " + message).hasLineCount(1);
  }
}
