package seckill.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.json.JsonObject;
import java.net.http.HttpRequest.BodyPublishers;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import seckill.contract.Addresses;
import seckill.contract.Outcome;

class ReservationTest extends GateTest {
  private static final String PATH = "/api/items/1001/reservation";
  private static final String USER = TestTokens.of("u1");

  private Reply ask(String method, String path, String token) {
    return gate.send(gate.request(path, token).method(method, BodyPublishers.noBody())).join();
  }

  @ParameterizedTest
  @CsvSource({
    "POST, seckill.reservation.make",
    "GET, seckill.reservation.get",
    "DELETE, seckill.reservation.cancel"
  })
  @DisplayName("callers register, ask and cancel for themselves alone, and no cache keeps it")
  void forTheCaller(String method, String address) {
    JsonObject answer = new JsonObject().put("itemId", ITEM).put("reserved", true);
    till.answer(address, () -> answer);

    Reply reply = ask(method, PATH, USER);

    assertThat(reply.status()).isEqualTo(200);
    assertThat(reply.json()).isEqualTo(answer);
    assertThat(reply.header("Cache-Control")).isEqualTo("private, no-store");
    assertThat(till.requests)
        .containsExactly(
            new JsonObject().put("itemId", ITEM).put("userId", "u1").put("address", address));
    assertThat(ask(method, PATH, null).code()).isEqualTo("UNAUTHENTICATED");
    assertThat(ask(method, PATH + "?userId=u2", USER).code()).isEqualTo("FORBIDDEN");
    assertThat(ask(method, "/api/items/01/reservation", USER).code()).isEqualTo("BAD_REQUEST");
    assertThat(till.requests).hasSize(1);
  }

  @Test
  @DisplayName("outside of its time registration says when it opens, or that it is over")
  void outsideOfItsTime() {
    till.answer(
        Addresses.RESERVATION_MAKE,
        () ->
            new JsonObject()
                .put("itemId", ITEM)
                .put("code", "NOT_STARTED")
                .put("startAt", "2030-01-01T00:00:00Z"));
    Reply early = gate.post(PATH, USER, "");
    assertThat(early.status()).isEqualTo(409);
    assertThat(early.code()).isEqualTo("NOT_STARTED");
    assertThat(early.json().getString("startAt")).isEqualTo("2030-01-01T00:00:00Z");
    assertThat(early.json().getString("detail")).contains("Registration");

    till.answer(
        Addresses.RESERVATION_MAKE,
        () -> new JsonObject().put("itemId", ITEM).put("code", "ENDED"));
    assertThat(gate.post(PATH, USER, "").code()).isEqualTo("ENDED");
    till.fail(Addresses.RESERVATION_MAKE, Outcome.CONFLICT, "open to all");
    assertThat(gate.post(PATH, USER, "").code()).isEqualTo("CONFLICT");
    assertThat(gate.post(PATH, USER, "{\"userId\":\"u2\"}").code()).isEqualTo("BAD_REQUEST");
  }
}
