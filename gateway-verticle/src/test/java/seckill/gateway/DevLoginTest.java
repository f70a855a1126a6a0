package seckill.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.http.HttpRequest.BodyPublishers;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import seckill.gateway.token.DevSecret;

class DevLoginTest extends GateTest {
  @Test
  @DisplayName("nobody logs in or pays without the site where that is not wanted")
  void noDevLogin() {
    assertThat(gate.get("/en/orders/", null).body()).contains("data-dev=\"false\"");
    assertThat(gate.post("/api/dev/login", null, "{\"userId\":\"u1\"}").status()).isEqualTo(404);
    String order = "/api/dev/orders/0190a0a0-0000-7000-8000-000000000000/pay";
    assertThat(gate.post(order, null, "").status()).isEqualTo(401);
    assertThat(gate.post(order, TestTokens.of("u1"), "").status()).isEqualTo(404);
  }

  @Test
  @DisplayName("a login without a password is refused together with a secret that is one")
  void devLoginNeedsTheKnownSecret() {
    assertThatThrownBy(
            () -> new TestGate(vertx, clock(), Map.of("SECKILL_PAGES_DEV_LOGIN", "true")))
        .hasMessageContaining("SECKILL_PAGES_DEV_LOGIN");
  }

  @Test
  @DisplayName("for trying things out a name is enough; the token is one for a buyer, and private")
  void devLogin() {
    TestGate open =
        new TestGate(
            vertx,
            clock(),
            Map.of(
                "SECKILL_PAGES_DEV_LOGIN", "true",
                "SECKILL_TOKEN_SECRET", DevSecret.DEV_SECRET,
                "SECKILL_TOKEN_ALLOW_DEV_SECRET", "true"));
    Reply login = open.post("/api/dev/login", null, "{\"userId\":\"小 明\"}");
    assertThat(login.status()).isEqualTo(200);
    assertThat(login.header("Cache-Control")).isEqualTo("private, no-store");
    String token = login.json().getString("token");
    assertThat(open.post("/api/items/1001/purchases", token, "").code()).isEqualTo("ACCEPTED");
    assertThat(till.orderOf("小 明")).isNotNull();
    assertThat(open.post("/admin/pause", token, "").status()).isEqualTo(403);
    assertThat(open.post("/api/dev/login", null, "{\"userId\":\"\"}").status()).isEqualTo(400);
    assertThat(open.post("/api/dev/login", null, "{\"userId\":\"a\",\"role\":\"x\"}").status())
        .isEqualTo(400);
    String operator = "{\"userId\":\"op\",\"role\":\"admin\"}";
    String right = open.post("/api/dev/login", null, operator).json().getString("token");
    assertThat(open.get("/admin/overview", right).status()).isEqualTo(200);
    var relayed = open.request("/api/dev/login", null).header("X-Forwarded-For", "198.51.100.7");
    relayed.header("Content-Type", "application/json").POST(BodyPublishers.ofString(operator));
    assertThat(open.send(relayed).join().code())
        .as("an operator's token is for the gateway's own machine")
        .isEqualTo("FORBIDDEN");
    assertThat(open.post("/api/dev/login", null, "{\"user\":\"a\"}").status()).isEqualTo(400);
    open.stop();
  }
}
