package seckill.standalone;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.util.Base64;
import java.util.Map;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import seckill.config.ConfigException;
import seckill.standalone.process.UsageException;

class TokensTest {
  private static final String SECRET = "a secret for this test and for no other";

  @TempDir Path directory;

  private String file(String text) throws IOException {
    return Files.writeString(directory.resolve("token"), text).toString();
  }

  private static String given(String token, Map<String, String> environment) {
    return Tokens.ofOperator(token, environment).get();
  }

  @Test
  @DisplayName("the option goes before the variable, and either before a token that is made")
  void givenTokens() throws IOException {
    Map<String, String> variable = Map.of("SECKILL_ADMIN_TOKEN", "a.b.c");

    assertThat(given("x.y.z", variable)).isEqualTo("x.y.z");
    assertThat(given(null, variable)).isEqualTo("a.b.c");
    assertThat(given(null, Map.of("SECKILL_ADMIN_TOKEN_FILE", file("d.e.f\n")))).isEqualTo("d.e.f");
    // What is set for a gateway with RS256 does not matter to who has a token.
    assertThat(given("x.y.z", Map.of("SECKILL_TOKEN_ALGORITHM", "RS256"))).isEqualTo("x.y.z");
  }

  @Test
  @DisplayName("what is no token, or cannot be made, is told without repeating it")
  void refused() throws IOException {
    Map<Map<String, String>, String> wrong =
        Map.of(
            Map.of("SECKILL_ADMIN_TOKEN", "hush hush"), "SECKILL_ADMIN_TOKEN is no bearer token",
            Map.of("SECKILL_ADMIN_TOKEN_FILE", file("")), "SECKILL_ADMIN_TOKEN_FILE is no bearer",
            Map.of("SECKILL_ADMIN_TOKEN_FILE", "/does/not/exist"), "cannot be read",
            Map.of("SECKILL_ADMIN_TOKEN_FILE", "x", "SECKILL_ADMIN_TOKEN", "y"), "are both set",
            Map.of("SECKILL_TOKEN_ALGORITHM", "RS256"), "only your issuer can make",
            Map.of("SECKILL_TOKEN_SECRET", ""), "SECKILL_TOKEN_SECRET is empty");
    wrong.forEach(
        (environment, message) ->
            assertThatThrownBy(() -> given(null, environment))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining(message)
                .hasMessageNotContaining("hush"));
    assertThatThrownBy(() -> given(null, Map.of("SECKILL_TOKEN_ALGORITHM", "none")))
        .isInstanceOf(ConfigException.class);
  }

  @Test
  @DisplayName("a token is made with the secret of the environment or its file, for its issuer")
  void madeTokens() throws IOException, GeneralSecurityException {
    String secretFile = file(SECRET + "\n");
    Map<String, String> environment =
        Map.of(
            "SECKILL_TOKEN_SECRET_FILE", secretFile,
            "SECKILL_TOKEN_ISSUER", "shop",
            "SECKILL_TOKEN_AUDIENCE", "sale",
            "SECKILL_REDIS_ULR", "no matter");

    String token = given(null, environment);

    JsonObject claims = GatewayStandIn.claimsOf(token);
    assertThat(claims.getString("iss")).isEqualTo("shop");
    assertThat(claims.getString("aud")).isEqualTo("sale");
    assertThat(claims.getJsonArray("roles")).containsExactly("admin");
    assertThat(signature(token)).isEqualTo(signatureWith(SECRET, token));
    assertThat(GatewayStandIn.claimsOf(given(null, Map.of())).fieldNames())
        .containsExactlyInAnyOrder("sub", "iat", "exp", "roles");
  }

  private static String signature(String token) {
    return token.substring(token.lastIndexOf('.') + 1);
  }

  private static String signatureWith(String secret, String token) throws GeneralSecurityException {
    Mac mac = Mac.getInstance("HmacSHA256");
    mac.init(new SecretKeySpec(secret.getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
    byte[] signed = token.substring(0, token.lastIndexOf('.')).getBytes(StandardCharsets.US_ASCII);
    return Base64.getUrlEncoder().withoutPadding().encodeToString(mac.doFinal(signed));
  }
}
