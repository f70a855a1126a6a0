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
  private static String token(String payload) {
    return token(payload.getBytes(StandardCharsets.UTF_8));
  }

  private static String token(byte[] payload) {
    return "h." + Base64.getUrlEncoder().withoutPadding().encodeToString(payload) + ".s";
  }

  @Test
  @DisplayName("the subject of a token is seen, whatever its letters")
  void seesTheSubject() {
    assertThat(SubjectGlance.of(token("{\"sub\":\"u1\",\"exp\":1}"))).isEqualTo("u1");
    assertThat(SubjectGlance.of(token("{\"iat\":1,\"sub\":\"飞天 🍶\"}"))).isEqualTo("飞天 🍶");
    assertThat(SubjectGlance.of(TestTokens.of("u7"))).isEqualTo("u7");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"sub\": \"u1\"}",
        "{\"sub\" :\"u1\"}",
        "\n{\r\n\t\"iat\" : 1 ,\n \"sub\"\t:\n\"u1\" }\n",
        "{\"iss\":\"https:\\/\\/shop.example\\/login\",\"sub\":\"u1\"}",
        "{\"sub\":\"u\\u0031\"}",
        "{\"\\u0073ub\":\"u1\"}",
        "{\"\\u0073ub\":\"u1\",\"act\":{\"sub\":\"u2\"}}",
        "{\"act\":{\"sub\":\"u2\",\"act\":{\"sub\":\"u3\"}},\"sub\":\"u1\"}",
        "{\"list\":[{\"sub\":\"u2\"},[\"sub\",\"u3\"]],\"sub\":\"u1\"}",
        "{\"name\":\"sub\",\"sub\":\"u1\"}",
        "{\"name\":\"\\\"sub\\\":\\\"u2\\\"\",\"sub\":\"u1\"}",
        "{\"Sub\":\"u2\",\"sub \":\"u3\",\"sub\":\"u1\"}"
      })
  @DisplayName("however an issuer writes its claims, the subject is the one of the claims object")
  void seesItHoweverWritten(String payload) {
    assertThat(SubjectGlance.of(token(payload))).isEqualTo("u1");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "{}",
        "null",
        "\"sub\"",
        "[\"sub\",\"u1\"]",
        "[{\"sub\":\"u1\"}]",
        "{\"sub\":1}",
        "{\"sub\":null}",
        "{\"sub\":true}",
        "{\"sub\":[\"u1\"]}",
        "{\"sub\":{\"sub\":\"u1\"}}",
        "{\"sub\":\"\"}",
        "{\"sub\":\"a\\u0000b\"}",
        "{\"sub\":\"\\ud800\"}",
        "{\"sub\":\"u1",
        "{\"sub\":\"u1\"",
        "{\"sub\":\"u1\"} {}",
        "{\"sub\":\"u1\",}",
        "{sub:\"u1\"}",
        "{'sub':'u1'}",
        "{\"sub\":\"u\\x31\"}",
        "{\"sub\":\"u1\",\"sub\":\"u1\"}",
        "{\"sub\":\"u1\",\"\\u0073ub\":\"u2\"}",
        "{\"sub\":1,\"sub\":\"u2\"}",
        "{\"sub\":\"u1\",\"a\":1,\"a\":2}",
        "{\"sub\":\"u1\",\"exp\":\"soon\"}",
        "{\"act\":{\"sub\":\"u1\"}}",
        "\uFEFF{\"sub\":\"u1\"}"
      })
  @DisplayName("claims that the verifier would refuse, or read in two ways, name nobody")
  void leavesTheRest(String payload) {
    assertThat(SubjectGlance.of(token(payload))).isNull();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "a", "a.b", "a.!!!.c", "a..b", "..", ".e30.", "a.e30.c.d", "é.é.é"})
  @DisplayName("what is no token names nobody")
  void leavesTheBroken(String token) {
    assertThat(SubjectGlance.of(token)).isNull();
  }

  @Test
  @DisplayName("claims that are not UTF-8 name nobody")
  void needsUtf8() {
    byte[] latin1 = "{\"sub\":\"J\u00fcrgen\"}".getBytes(StandardCharsets.ISO_8859_1);
    assertThat(SubjectGlance.of(token(latin1))).isNull();
    byte[] utf16 = "{\"sub\":\"u1\"}".getBytes(StandardCharsets.UTF_16BE);
    assertThat(SubjectGlance.of(token(utf16))).isNull();
    assertThat(SubjectGlance.of(token("{\"sub\":\"a\uFFFDb\"}"))).isEqualTo("a\uFFFDb");
  }

  @Test
  @DisplayName("deep claims name nobody, and huge ones are read to their end")
  void boundsDepthAndSize() {
    String deep = "{\"a\":" + "[".repeat(5000) + "]".repeat(5000) + ",\"sub\":\"u1\"}";
    assertThat(SubjectGlance.of(token(deep))).isNull();
    String huge = "{\"a\":\"" + "x".repeat(1_000_000) + "\",\"sub\":\"u1\"}";
    assertThat(SubjectGlance.of(token(huge))).isEqualTo("u1");
    assertThat(SubjectGlance.of(token(huge.replace("}", ",\"sub\":\"u2\"}")))).isNull();
    assertThat(SubjectGlance.of(token("{\"sub\":\"" + "x".repeat(1_000_000) + "\"}"))).isNull();
  }
}
