package seckill.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import seckill.contract.Addresses;
import seckill.contract.Outcome;

class NoticesTest extends GateTest {
  private static final String ADMIN = TestTokens.admin("op1");
  private static final String NOTICE = "019a7d2c-8f2e-7c41-9d0b-5d6c1f6a2b10:CREATED";

  @Test
  @DisplayName("operators list the notices that could not be sent, by state, item and page")
  void lists() {
    till.answer(Addresses.NOTICE_LIST, () -> new JsonObject().put("notices", new JsonArray()));

    Reply reply = gate.get("/admin/notices?state=GIVEN_UP&itemId=1001&after=17&limit=50", ADMIN);

    assertThat(reply.status()).isEqualTo(200);
    assertThat(till.requests)
        .containsExactly(
            new JsonObject()
                .put("state", "GIVEN_UP")
                .put("itemId", "1001")
                .put("after", "17")
                .put("limit", 50)
                .put("address", Addresses.NOTICE_LIST));
    assertThat(gate.get("/admin/notices?limit=x", ADMIN).code()).isEqualTo("BAD_REQUEST");
    assertThat(gate.get("/admin/notices?state=A&state=B", ADMIN).code()).isEqualTo("BAD_REQUEST");
    assertThat(gate.get("/admin/notices", TestTokens.of("u1")).code()).isEqualTo("FORBIDDEN");
    assertThat(gate.get("/admin/notices", null).code()).isEqualTo("UNAUTHENTICATED");
    assertThat(till.requests).hasSize(1);
  }

  @Test
  @DisplayName("operators have notices sent again in their own name: one, those of an item, or all")
  void retries() {
    till.answer(Addresses.NOTICE_RETRY, () -> new JsonObject().put("count", 3));

    assertThat(gate.post("/admin/notices/" + NOTICE + "/retry", ADMIN, "").status()).isEqualTo(200);
    assertThat(gate.post("/admin/notices/retry", ADMIN, "{\"itemId\":\"1001\"}").status())
        .isEqualTo(200);
    assertThat(gate.post("/admin/notices/retry", ADMIN, "").status()).isEqualTo(200);

    JsonObject signed = new JsonObject().put("actor", "op1").put("address", Addresses.NOTICE_RETRY);
    assertThat(till.requests)
        .containsExactly(
            signed.copy().put("id", NOTICE), signed.copy().put("itemId", "1001"), signed);
    assertThat(gate.post("/admin/notices/retry", ADMIN, "{\"actor\":\"me\"}").status())
        .isEqualTo(400);
    assertThat(gate.post("/admin/notices/retry", TestTokens.of("u1"), "").code())
        .isEqualTo("FORBIDDEN");
    assertThat(till.requests).hasSize(3);
  }

  @Test
  @DisplayName("where notices are off the list says so and is empty; to send them again is refused")
  void switchedOff() {
    till.fail(Addresses.NOTICE_LIST, Outcome.SWITCHED_OFF, "notices are off");
    till.fail(Addresses.NOTICE_RETRY, Outcome.SWITCHED_OFF, "notices are off");

    Reply list = gate.get("/admin/notices", ADMIN);
    assertThat(list.status()).isEqualTo(200);
    assertThat(list.json())
        .isEqualTo(new JsonObject().put("notices", new JsonArray()).put("enabled", false));

    Reply reply = gate.post("/admin/notices/retry", ADMIN, "");
    assertThat(reply.status()).isEqualTo(409);
    assertThat(reply.code()).isEqualTo("SWITCHED_OFF");
    assertThat(reply.json().getString("detail")).isEqualTo("notices are off");
    assertThat(reply.json().getBoolean("retryable")).isFalse();
    assertThat(reply.header("Retry-After")).isNull();
  }

  @Test
  @DisplayName("a notice that is not there is NOT_FOUND")
  void notFound() {
    till.fail(Addresses.NOTICE_RETRY, Outcome.NOT_FOUND, "no such notice");

    Reply reply = gate.post("/admin/notices/" + NOTICE + "/retry", ADMIN, "");

    assertThat(reply.status()).isEqualTo(404);
    assertThat(reply.code()).isEqualTo("NOT_FOUND");
  }
}
