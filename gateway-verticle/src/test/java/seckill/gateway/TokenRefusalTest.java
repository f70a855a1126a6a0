package seckill.gateway;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.vertx.core.json.JsonObject;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import seckill.contract.SeckillException;
import seckill.gateway.token.TokenKeys;
import seckill.gateway.token.TokenSettings;
import seckill.gateway.token.TokenVerifier;
import seckill.testkit.MovingClock;

/** What a refusal says of a token. */
class TokenRefusalTest {
  private static final long NOW = 1_800_000_000L;

  private final TokenVerifier verifier = verifier();

  private static TokenVerifier verifier() {
    TokenSettings settings = TokenSettings.of(TestGate.settings(Map.of()));
    return new TokenVerifier(
        settings, TokenKeys.load(settings), new MovingClock(Instant.ofEpochSecond(NOW)));
  }

  @ParameterizedTest(name = "{0}: {1}")
  @CsvSource(
      delimiter = '|',
      value = {
        "the token's sub must be a string, not a number | {'sub':1,'exp':1800000060}",
        "the token's sub must be a string, not null | {'sub':null,'exp':1800000060}",
        "the token has no sub | {'exp':1800000060}",
        "the token's sub is not a user id | {'sub':'','exp':1800000060}",
        "the token has no exp | {'sub':'u1'}",
        "the token's exp must be a number of seconds | {'sub':'u1','exp':'1800000060'}",
        "the token's exp is no number of seconds | {'sub':'u1','exp':-1}",
        "the token's exp is no number of seconds | {'sub':'u1','exp':1e400}",
        "the token is expired: its exp is past | {'sub':'u1','exp':1799999000}",
        "the token's exp is over 3650 days ahead | {'sub':'u1','exp':1800000060000}",
        "the token's exp is over 3650 days ahead | {'sub':'u1','exp':9223372036854774000}",
        "the token's exp is over 3650 days ahead | {'sub':'u1','exp':2115360001}",
        "the token's nbf lies in the future | {'sub':'u1','exp':1800000060,'nbf':1800000030}",
        "the token's nbf must be in seconds | {'sub':'u1','exp':1800000060,'nbf':1800000000000}",
        "the token's nbf must be a number | {'sub':'u1','exp':1800000060,'nbf':[]}",
        "the token's iat lies in the future | {'sub':'u1','exp':1800000060,'iat':1800000030}",
        "the token's iat must be in seconds | {'sub':'u1','exp':1800000060,'iat':1800000000000}",
        "the token's iss must be a string, not an object | {'sub':'u1','exp':1800000060,'iss':{}}",
        "the token's claims are not a JSON object | [1]",
        "the token's claims are more than one | {'sub':'u1','exp':1800000060} 1",
        "the token's claims are not JSON in UTF-8, or have a name twice | {'sub':'u1','sub':'u1'}",
        "the token's claims are not JSON in UTF-8, or have a name twice | {'sub':'u1'"
      })
  @DisplayName("a refusal says which claim is wrong, and how")
  void saysWhichClaim(String detail, String payload) {
    String token =
        TestTokens.sign(
            new JsonObject().put("alg", "HS256"), payload.replace('\'', '"'), TestTokens.SECRET);
    assertThatThrownBy(() -> verifier.verify(token))
        .isInstanceOf(SeckillException.class)
        .hasMessageStartingWith(detail);
  }

  @ParameterizedTest(name = "{0}: {1}")
  @CsvSource(
      delimiter = '|',
      value = {
        "the token's alg must be HS256 | {'alg':'none'}",
        "the token's alg must be HS256 | {'typ':'JWT'}",
        "the token's alg must be HS256 | {'alg':{'alg':'HS256'}}",
        "the token's kid must be a string | {'alg':'HS256','kid':7}",
        "the token's crit asks for an extension | {'alg':'HS256','crit':[]}",
        "the token's header is not a JSON object | ['alg']",
        "the token's header is not JSON in UTF-8, or has a name twice | {'alg':'HS256','alg':1}",
        "the token's header is more than one JSON object | {'alg':'HS256'}{}"
      })
  @DisplayName("a refusal says what of the header is wrong")
  void saysWhatOfTheHeader(String detail, String header) {
    String token = TestTokens.encode(header.replace('\'', '"')) + ".e30.AA";
    assertThatThrownBy(() -> verifier.verify(token))
        .isInstanceOf(SeckillException.class)
        .hasMessage(detail);
  }
}
