package seckill.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import seckill.contract.Addresses;
import seckill.contract.Outcome;

class DeadLettersTest extends GateTest {
  private static final String ADMIN = TestTokens.admin("op1");
  private static final String PATH = "/admin/dead-letters";

  @Test
  @DisplayName("dead letters are listed by item and state, page by page, for operators only")
  void lists() {
    till.answer(Addresses.DEAD_LETTER_LIST, () -> new JsonObject().put("letters", new JsonArray()));

    Reply reply = gate.get(PATH + "?itemId=1001&state=OPEN&after=7&limit=20", ADMIN);

    assertThat(reply.status()).isEqualTo(200);
    assertThat(reply.json().getJsonArray("letters")).isEmpty();
    assertThat(till.requests)
        .containsExactly(
            new JsonObject()
                .put("itemId", "1001")
                .put("state", "OPEN")
                .put("after", "7")
                .put("limit", 20)
                .put("address", Addresses.DEAD_LETTER_LIST));
    assertThat(gate.get(PATH, TestTokens.of("u1")).code()).isEqualTo("FORBIDDEN");
    assertThat(gate.get(PATH, null).code()).isEqualTo("UNAUTHENTICATED");
    assertThat(gate.get(PATH + "?limit=0", ADMIN).status()).isEqualTo(400);
    assertThat(gate.get(PATH + "?state=OPEN&state=REPLAYED", ADMIN).status()).isEqualTo(400);
    assertThat(till.requests).hasSize(1);
  }

  @ParameterizedTest
  @CsvSource({
    "replay, seckill.dead-letter.replay, REPLAYED",
    "discard, seckill.dead-letter.discard, DISCARDED"
  })
  @DisplayName("a decision about a dead letter goes to the pen in the name of the operator")
  void decides(String action, String address, String state) {
    till.answer(address, () -> new JsonObject().put("id", "7").put("state", state));

    Reply reply = gate.post(PATH + "/7/" + action, ADMIN, "");

    assertThat(reply.status()).isEqualTo(200);
    assertThat(reply.json().getString("state")).isEqualTo(state);
    assertThat(till.requests)
        .containsExactly(
            new JsonObject().put("id", "7").put("actor", "op1").put("address", address));
    assertThat(gate.post(PATH + "/7/" + action, TestTokens.of("u1"), "").code())
        .isEqualTo("FORBIDDEN");
    assertThat(gate.post(PATH + "/7/" + action, ADMIN, "{\"x\":1}").status()).isEqualTo(400);
    assertThat(till.requests).hasSize(1);
  }

  @Test
  @DisplayName("what the pen says against a decision is told as it is")
  void tellsRefusals() {
    till.fail(Addresses.DEAD_LETTER_REPLAY, Outcome.CONFLICT, "dead letter 7 is DISCARDED already");

    Reply reply = gate.post(PATH + "/7/replay", ADMIN, "");

    assertThat(reply.status()).isEqualTo(409);
    assertThat(reply.json().getString("detail")).isEqualTo("dead letter 7 is DISCARDED already");
    assertThat(gate.post(PATH + "/7/discard", ADMIN, "").code()).isEqualTo("DEGRADED");
  }
}
