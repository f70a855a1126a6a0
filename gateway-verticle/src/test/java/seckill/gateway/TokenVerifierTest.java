package seckill.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.github.benmanes.caffeine.cache.Caffeine;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import seckill.contract.Outcome;
import seckill.contract.SeckillException;
import seckill.gateway.gate.Caller;
import seckill.gateway.token.RememberedTokens;
import seckill.gateway.token.TokenKeys;
import seckill.gateway.token.TokenSettings;
import seckill.gateway.token.TokenVerifier;
import seckill.gateway.token.Tokens;
import seckill.testkit.MovingClock;

class TokenVerifierTest {
  private static final long NOW = 1_800_000_000L;
  private static final int LEEWAY = 5;

  private final MovingClock clock = new MovingClock(Instant.ofEpochSecond(NOW));
  private final TokenVerifier verifier = verifier(Map.of());

  private TokenVerifier verifier(Map<String, String> environment) {
    TokenSettings settings = TokenSettings.of(TestGate.settings(environment));
    return new TokenVerifier(settings, TokenKeys.load(settings), clock);
  }

  private static JsonObject claims() {
    return new JsonObject().put("sub", "u1").put("exp", NOW + 60);
  }

  private void assertRefused(String token) {
    assertThatThrownBy(() -> verifier.verify(token))
        .isInstanceOfSatisfying(
            SeckillException.class, e -> assertThat(e.outcome()).isEqualTo(Outcome.UNAUTHENTICATED))
        .hasMessageNotContaining(token.isEmpty() ? "\0" : token);
  }

  @Test
  @DisplayName("a good token names its subject, and no role unless it says so")
  void readsTheSubject() {
    assertThat(verifier.verify(TestTokens.sign(claims())))
        .isEqualTo(new Caller("u1", false, NOW + 60));
  }

  @ParameterizedTest
  @ValueSource(strings = {"none", "None", "NONE", "nOnE", "", "HS384", "HS512", "RS256", "hs256"})
  @DisplayName("another algorithm than the configured one is refused, signed or not")
  void pinsTheAlgorithm(String algorithm) {
    JsonObject header = new JsonObject().put("alg", algorithm).put("typ", "JWT");
    String signed = TestTokens.sign(header, claims().encode(), TestTokens.SECRET);
    String unsigned = signed.substring(0, signed.lastIndexOf('.'));

    assertRefused(signed);
    assertRefused(unsigned + ".");
    assertRefused(unsigned);
  }

  @Test
  @DisplayName("a token without, with an empty, a cut or a foreign signature is refused")
  void needsTheSignature() {
    String good = TestTokens.sign(claims());
    String unsigned = good.substring(0, good.lastIndexOf('.'));

    assertRefused(unsigned);
    assertRefused(unsigned + ".");
    assertRefused(unsigned + "..");
    assertRefused(good.substring(0, good.length() - 4));
    assertRefused(good + "." + good);
    assertRefused(good + ".");
    assertRefused(
        TestTokens.sign(
            new JsonObject().put("alg", "HS256"), claims().encode(), TestTokens.SECRET + "x"));
    assertThat(verifier.verify(good).userId()).isEqualTo("u1");
    // The header is known by now; everything else is still checked.
    assertRefused(unsigned + ".");
  }

  @Test
  @DisplayName("a payload changed after signing is refused")
  void noticesChangedPayload() {
    String[] parts = TestTokens.sign(claims()).split("\\.");

    assertRefused(
        parts[0]
            + "."
            + TestTokens.encode(claims().put("role", "admin").encode())
            + "."
            + parts[2]);
  }

  @ParameterizedTest(name = "[{index}]")
  @ValueSource(
      strings = {
        "",
        ".",
        "..",
        "...",
        "a.b.c",
        "%%%.b.c",
        "\u00e9.\u00e9.\u00e9",
        "eyJhbGciOiJIUzI1NiJ9.e30."
      })
  @DisplayName("rubbish is refused")
  void refusesRubbish(String token) {
    assertRefused(token);
  }

  @ParameterizedTest(name = "{0} = now {1} s: {2}")
  @CsvSource({
    "exp, 1, true",
    "exp, 0, true",
    "exp, -1, true",
    "exp, -4, true",
    "exp, -5, false",
    "exp, -6, false",
    "exp, -3600, false",
    "nbf, -60, true",
    "nbf, 0, true",
    "nbf, 5, true",
    "nbf, 6, false",
    "nbf, 60, false",
    "iat, -60, true",
    "iat, 5, true",
    "iat, 6, false",
    "iat, 3600, false"
  })
  @DisplayName("times are forgiven by the leeway, to the second, and no further")
  void forgivesTheLeeway(String claim, long offset, boolean accepted) {
    assertThat(LEEWAY).isEqualTo(5);
    String token = TestTokens.sign(claims().put(claim, NOW + offset));

    if (accepted) {
      assertThat(verifier.verify(token).userId()).isEqualTo("u1");
    } else {
      assertRefused(token);
    }
  }

  @ParameterizedTest(name = "[{index}]")
  @ValueSource(
      strings = {
        "{\"sub\":\"u1\"}",
        "{\"sub\":\"u1\",\"exp\":null}",
        "{\"sub\":\"u1\",\"exp\":\"1800000060\"}",
        "{\"sub\":\"u1\",\"exp\":true}",
        "{\"sub\":\"u1\",\"exp\":[1800000060]}",
        "{\"sub\":\"u1\",\"exp\":{\"exp\":1800000060}}",
        "{\"sub\":\"u1\",\"exp\":-1}",
        "{\"sub\":\"u1\",\"exp\":1e400}",
        "{\"sub\":\"u1\",\"exp\":18000000601800000060}",
        "{\"sub\":\"u1\",\"exp\":1,\"exp\":1800000060}",
        "{\"sub\":\"u1\",\"exp\":1800000060,\"nbf\":\"0\"}",
        "{\"sub\":\"u1\",\"exp\":1800000060,\"iat\":\"0\"}",
        "{\"exp\":1800000060}",
        "{\"sub\":null,\"exp\":1800000060}",
        "{\"sub\":1,\"exp\":1800000060}",
        "{\"sub\":\"\",\"exp\":1800000060}",
        "{\"sub\":\"a\\nb\",\"exp\":1800000060}",
        "{\"sub\":\"\\ud800\",\"exp\":1800000060}",
        "{\"x\":{\"sub\":\"u1\",\"exp\":1800000060}}",
        "[\"sub\",\"u1\"]",
        "\"u1\"",
        "",
        "{\"sub\":\"u1\",\"exp\":1800000060",
        "{\"sub\":\"u1\",\"exp\":1800000060} {}"
      })
  @DisplayName("a signed payload without a numeric expiry and a user as subject is refused")
  void needsExpiryAndSubject(String payload) {
    assertRefused(
        TestTokens.sign(new JsonObject().put("alg", "HS256"), payload, TestTokens.SECRET));
  }

  @Test
  @DisplayName("a token may expire ten years ahead, to the second, and no further")
  void limitsTheLife() {
    long most = NOW + 3650L * 24 * 3600;
    assertThat(verifier.verify(TestTokens.sign(claims().put("exp", most))).userId())
        .isEqualTo("u1");
    assertRefused(TestTokens.sign(claims().put("exp", most + 1)));
    TokenVerifier aDay = verifier(Map.of("SECKILL_TOKEN_MAX_DAYS", "1"));
    assertThatThrownBy(() -> aDay.verify(TestTokens.sign(claims().put("exp", NOW + 86_401))))
        .hasMessageContaining("over 1 days ahead");
  }

  @Test
  @DisplayName("a subject of 128 bytes is a user, one of 129 is not")
  void limitsTheSubject() {
    String longest = "用".repeat(42) + "ab";
    assertThat(verifier.verify(TestTokens.sign(claims().put("sub", longest))).userId())
        .isEqualTo(longest);
    assertRefused(TestTokens.sign(claims().put("sub", longest + "c")));
  }

  @Test
  @DisplayName("fractions of a second are numbers, too")
  void readsFractions() {
    assertThat(verifier.verify(TestTokens.sign(claims().put("exp", NOW + 1.5))).expiresAtSecond())
        .isEqualTo(NOW + 1);
  }

  @Test
  @DisplayName("admins are those whose role is admin, or whose roles hold it")
  void readsRoles() {
    assertThat(admin("role", "admin")).isTrue();
    assertThat(admin("roles", new JsonArray().add("buyer").add("admin"))).isTrue();
    assertThat(admin("role", "Admin")).isFalse();
    assertThat(admin("role", "buyer")).isFalse();
    assertThat(admin("role", new JsonObject().put("admin", true))).isFalse();
    assertThat(admin("roles", "admin")).isFalse();
    assertThat(admin("roles", new JsonArray().add(new JsonArray().add("admin")))).isFalse();
    assertThat(admin("admin", true)).isFalse();
  }

  private boolean admin(String claim, Object value) {
    return verifier.verify(TestTokens.sign(claims().put(claim, value))).admin();
  }

  @Test
  @DisplayName("a token that asks for an extension is refused")
  void refusesCriticalExtensions() {
    JsonObject header =
        new JsonObject().put("alg", "HS256").put("crit", new JsonArray().add("b64"));

    assertRefused(TestTokens.sign(header, claims().encode(), TestTokens.SECRET));
  }

  @Test
  @DisplayName("a configured issuer and audience are required")
  void requiresIssuerAndAudience() {
    TokenVerifier strict =
        verifier(Map.of("SECKILL_TOKEN_ISSUER", "shop", "SECKILL_TOKEN_AUDIENCE", "seckill"));

    assertThat(strict.verify(TestTokens.sign(claims().put("iss", "shop").put("aud", "seckill"))))
        .isNotNull();
    assertThat(
            strict.verify(
                TestTokens.sign(
                    claims()
                        .put("iss", "shop")
                        .put("aud", new JsonArray().add("x").add("seckill")))))
        .isNotNull();
    for (JsonObject bad :
        new JsonObject[] {
          claims(),
          claims().put("iss", "shop"),
          claims().put("aud", "seckill"),
          claims().put("iss", "other").put("aud", "seckill"),
          claims().put("iss", "shop").put("aud", "other"),
          claims().put("iss", "shop").put("aud", new JsonObject().put("seckill", 1))
        }) {
      assertThatThrownBy(() -> strict.verify(TestTokens.sign(bad)))
          .isInstanceOf(SeckillException.class);
    }
  }

  @Test
  @DisplayName("a remembered caller is void once the token is expired")
  void rememberedCallersExpire() {
    Tokens remembered =
        new RememberedTokens(verifier, Caffeine.newBuilder().maximumSize(10).build());
    String token = TestTokens.sign(claims());
    Caller caller = remembered.verify(token);

    clock.advance(Duration.ofSeconds(60 + LEEWAY - 1));
    assertThat(remembered.verify(token)).isSameAs(caller);
    clock.advance(Duration.ofSeconds(1));

    for (int i = 0; i < 2; i++) {
      assertThatThrownBy(() -> remembered.verify(token)).isInstanceOf(SeckillException.class);
    }
  }
}
