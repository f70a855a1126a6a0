package seckill.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import seckill.gateway.token.SubjectGlance;

class SubjectGlanceTest {
  private static String header(String payload) {
    byte[] bytes = payload.getBytes(StandardCharsets.UTF_8);
    return "Bearer h." + Base64.getUrlEncoder().withoutPadding().encodeToString(bytes) + ".s";
  }

  @Test
  @DisplayName("the subject of a plainly written token is seen, whatever its letters")
  void seesTheSubject() {
    assertThat(SubjectGlance.of(header("{\"sub\":\"u1\",\"exp\":1}"))).isEqualTo("u1");
    assertThat(SubjectGlance.of(header("{\"iat\":1,\"sub\":\"\u98de\u5929 \ud83c\udf76\"}")))
        .isEqualTo("\u98de\u5929 \ud83c\udf76");
    assertThat(SubjectGlance.of("Bearer " + TestTokens.of("u7"))).isEqualTo("u7");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "{}",
        "{\"sub\": \"u1\"}",
        "{\"sub\":1}",
        "{\"sub\":\"u1",
        "{\"sub\":\"u\\u0031\"}",
        "{\"\\u0073ub\":\"u2\",\"act\":{\"sub\":\"u1\"}}",
        "{\"act\":{\"sub\":\"u1\"},\"sub\":\"u2\"}",
        "{\"act\":{\"sub\":\"u1\"}, \"sub\" : \"u2\"}",
        "{\"name\":\"sub\",\"sub\":\"u2\"}"
      })
  @DisplayName("a token that could be read in two ways is not read at all")
  void leavesTheRest(String payload) {
    assertThat(SubjectGlance.of(header(payload))).isNull();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "Bearer", "Bearer a", "Bearer a.b", "Bearer a.!!!.c", "a..b"})
  @DisplayName("what is no token names nobody")
  void leavesTheBroken(String header) {
    assertThat(SubjectGlance.of(header)).isNull();
  }
}
