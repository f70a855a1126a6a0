package seckill.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import seckill.testkit.MovingClock;

class BearerTest extends GateTest {
  private static final String PATH = "/api/items/1001/purchases";
  private final MovingClock clock = new MovingClock(Instant.now());

  @Override
  Clock clock() {
    return clock;
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "Authorization: ",
        "Authorization: Bearer",
        "Authorization: Bearer ",
        "Authorization: Basic dTE6cA==",
        "Authorization: Token x",
        "X-Authorization: Bearer x"
      })
  @DisplayName("without a bearer token the answer is 401 and says which scheme is wanted")
  void needsABearerToken(String header) throws IOException {
    String answer =
        header.isEmpty() ? gate.rawTarget("POST", PATH) : gate.rawTarget("POST", PATH, header);

    assertThat(answer)
        .startsWith("HTTP/1.1 401 ")
        .containsIgnoringCase("www-authenticate: Bearer")
        .contains("UNAUTHENTICATED");
    assertThat(till.batches).isEmpty();
  }

  @Test
  @DisplayName("an unsigned token is refused before the till hears anything")
  void refusesUnsignedTokens() {
    String payload = TestTokens.encode(TestTokens.claims("u1").encode());
    String token = TestTokens.encode("{\"alg\":\"none\"}") + "." + payload + ".";

    Reply reply = gate.post(PATH, token, "");

    assertThat(reply.status()).isEqualTo(401);
    assertThat(reply.body()).doesNotContain(payload);
    assertThat(till.batches).isEmpty();
  }

  @Test
  @DisplayName("two tokens or two keys say two things: none of them is chosen")
  void saysOneThing() throws IOException {
    String first = "Authorization: Bearer " + TestTokens.of("u1");
    String second = "Authorization: Bearer " + TestTokens.of("u2");

    assertThat(gate.rawTarget("POST", PATH, first, second))
        .startsWith("HTTP/1.1 401 ")
        .contains("more than once");
    assertThat(gate.rawTarget("POST", PATH, first, first)).startsWith("HTTP/1.1 401 ");
    assertThat(gate.rawTarget("POST", PATH, first, "Idempotency-Key: a", "Idempotency-Key: b"))
        .startsWith("HTTP/1.1 400 ")
        .contains("more than once");
    assertThat(till.batches).isEmpty();
  }

  @Test
  @DisplayName("the scheme's name is read in any case")
  void readsTheSchemeInAnyCase() throws IOException {
    assertThat(gate.rawTarget("POST", PATH, "authorization: bEARER " + TestTokens.of("u1")))
        .startsWith("HTTP/1.1 202 ");
  }

  @Test
  @DisplayName("a token that was accepted before is refused once it is expired")
  void rememberedTokensExpire() {
    JsonObject claims =
        new JsonObject().put("sub", "u1").put("exp", clock.instant().getEpochSecond() + 10);
    String token = TestTokens.sign(claims);

    assertThat(gate.post(PATH, token, "").status()).isEqualTo(202);
    assertThat(gate.post(PATH, token, "").status()).isEqualTo(409);
    clock.advance(Duration.ofSeconds(16));
    assertThat(gate.post(PATH, token, "").status()).isEqualTo(401);
    assertThat(gate.post(PATH, token, "").status()).isEqualTo(401);
  }

  @Test
  @DisplayName("a refusal names the claim, and is counted by it; nothing of the token is repeated")
  void namesTheClaim() {
    long now = clock.instant().getEpochSecond();
    JsonObject good = new JsonObject().put("sub", "u1").put("exp", now + 60);
    Reply number = gate.post(PATH, TestTokens.sign(good.copy().put("sub", 4711)), "");
    assertThat(number.status()).isEqualTo(401);
    assertThat(number.detail()).isEqualTo("the token's sub must be a string, not a number");
    Reply millis = gate.post(PATH, TestTokens.sign(good.copy().put("exp", now * 1000)), "");
    assertThat(millis.detail()).contains("exp").contains("milliseconds");
    Reply expired = gate.post(PATH, TestTokens.sign(good.copy().put("exp", now - 60)), "");
    assertThat(expired.detail()).contains("exp").contains("expired");
    gate.post(PATH, TestTokens.sign(good) + "x", "");
    gate.post(PATH, "rubbish", "");
    assertThat(refused("SUB")).isEqualTo(1);
    assertThat(refused("EXP")).isEqualTo(2);
    assertThat(refused("SIGNATURE")).isEqualTo(1);
    assertThat(refused("FORM")).isEqualTo(1);
    assertThat(till.batches).isEmpty();
  }

  private double refused(String reason) {
    return gate.meters
        .get("seckill.gateway.token.refusals")
        .tag("reason", reason)
        .counter()
        .count();
  }

  @Test
  @DisplayName("two gateways agree about a token, without knowing of each other")
  void gatewaysAgree() {
    TestGate other = new TestGate(vertx, clock, Map.of());
    String good = TestTokens.of("u1");
    String expired = TestTokens.sign(TestTokens.claims("u1").put("exp", 1));

    assertThat(gate.post(PATH, good, "").code()).isEqualTo("ACCEPTED");
    assertThat(other.post(PATH, good, "").code()).isEqualTo("DUPLICATE");
    assertThat(gate.post(PATH, expired, "").status()).isEqualTo(401);
    assertThat(other.post(PATH, expired, "").status()).isEqualTo(401);
    assertThat(other.port()).isNotEqualTo(gate.port());
  }
}
