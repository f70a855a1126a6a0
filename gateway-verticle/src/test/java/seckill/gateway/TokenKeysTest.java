package seckill.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.vertx.core.Vertx;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.junit5.VertxExtension;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.Signature;
import java.security.interfaces.RSAPublicKey;
import java.time.Clock;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import seckill.config.ConfigException;
import seckill.contract.SeckillException;
import seckill.gateway.token.DevSecret;
import seckill.gateway.token.TokenKeys;
import seckill.gateway.token.TokenSettings;
import seckill.gateway.token.TokenVerifier;

@ExtendWith(VertxExtension.class)
class TokenKeysTest {
  private static final Base64.Encoder URL = Base64.getUrlEncoder().withoutPadding();

  @TempDir Path directory;

  @ParameterizedTest
  @ValueSource(
      strings = {"", " ", "short", "0123456789012345678901234567890", DevSecret.DEV_SECRET})
  @DisplayName("a missing, short or well-known secret refuses to start, in one line that names it")
  void refusesWeakSecrets(String secret, Vertx vertx) {
    assertThatThrownBy(
            () -> new TestGate(vertx, Clock.systemUTC(), Map.of("SECKILL_TOKEN_SECRET", secret)))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("token.secret")
        .hasMessageNotContaining(secret.isBlank() ? "\n" : secret);
  }

  @Test
  @DisplayName("the development secret is accepted where the settings say so")
  void acceptsTheDevSecretWhenAllowed(Vertx vertx) {
    TestGate gate =
        new TestGate(
            vertx,
            Clock.systemUTC(),
            Map.of(
                "SECKILL_TOKEN_SECRET",
                DevSecret.DEV_SECRET,
                "SECKILL_TOKEN_ALLOW_DEV_SECRET",
                "true"));

    assertThat(gate.port()).isPositive();
  }

  @Test
  @DisplayName("RS256 by a PEM key: its tokens pass, an HS256 token made with that key does not")
  void acceptsPem() throws Exception {
    KeyPair pair = pair(2048);
    TokenVerifier verifier = verifier("PUBLIC_KEY_FILE", pem(pair));

    assertThat(verifier.verify(token(pair, null)).userId()).isEqualTo("u1");
    assertThat(verifier.verify(token(pair, "any")).userId()).isEqualTo("u1");
    assertRefused(verifier, token(pair(2048), null));
    String confused =
        TestTokens.sign(
            new JsonObject().put("alg", "HS256"), claims().encode(), Files.readString(pem(pair)));
    assertRefused(verifier, confused);
    String good = token(pair, null);
    assertRefused(verifier, good.substring(0, good.length() - 10));
    assertThat(verifier.verify(good).userId()).isEqualTo("u1");
  }

  @Test
  @DisplayName("RS256 by a JWKS file: the token's key id picks the key")
  void acceptsJwks() throws Exception {
    KeyPair first = pair(2048);
    KeyPair second = pair(2048);
    TokenVerifier verifier =
        verifier("JWKS_FILE", jwks(jwk(first).put("kid", "k1"), jwk(second).put("kid", "k2")));

    assertThat(verifier.verify(token(first, "k1")).userId()).isEqualTo("u1");
    assertThat(verifier.verify(token(second, "k2")).userId()).isEqualTo("u1");
    assertRefused(verifier, token(first, "k2"));
    assertRefused(verifier, token(first, "k3"));
    assertRefused(verifier, token(first, null));
  }

  @Test
  @DisplayName("key files that are missing, weak, private or not keys refuse to start")
  void refusesBadKeyFiles() throws Exception {
    Path rubbish = Files.writeString(directory.resolve("rubbish"), "rubbish");
    Path empty = Files.writeString(directory.resolve("empty"), "{\"keys\":[]}");

    assertRefusedFile("PUBLIC_KEY_FILE", directory.resolve("missing"));
    assertRefusedFile("PUBLIC_KEY_FILE", rubbish);
    assertRefusedFile("PUBLIC_KEY_FILE", pem(pair(1024)));
    assertRefusedFile("JWKS_FILE", rubbish);
    assertRefusedFile("JWKS_FILE", empty);
    assertRefusedFile("JWKS_FILE", jwks(new JsonObject().put("kty", "oct").put("k", "AAAA")));
    assertThatThrownBy(() -> keys(Map.of("SECKILL_TOKEN_ALGORITHM", "RS256")))
        .isInstanceOf(ConfigException.class);
  }

  private void assertRefusedFile(String variable, Path file) {
    assertThatThrownBy(() -> verifier(variable, file)).isInstanceOf(ConfigException.class);
  }

  private static void assertRefused(TokenVerifier verifier, String token) {
    assertThatThrownBy(() -> verifier.verify(token)).isInstanceOf(SeckillException.class);
  }

  private static TokenVerifier verifier(String variable, Path file) {
    Map<String, String> environment =
        Map.of("SECKILL_TOKEN_ALGORITHM", "RS256", "SECKILL_TOKEN_" + variable, file.toString());
    TokenSettings settings = TokenSettings.of(TestGate.settings(environment));
    return new TokenVerifier(settings, keys(environment), Clock.systemUTC());
  }

  private static TokenKeys keys(Map<String, String> environment) {
    return TokenKeys.load(TokenSettings.of(TestGate.settings(environment)));
  }

  static KeyPair pair(int bits) throws GeneralSecurityException {
    KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
    generator.initialize(bits);
    return generator.generateKeyPair();
  }

  private Path pem(KeyPair pair) throws IOException {
    return pem(directory, pair);
  }

  static Path pem(Path directory, KeyPair pair) throws IOException {
    String base64 = Base64.getMimeEncoder().encodeToString(pair.getPublic().getEncoded());
    return Files.writeString(
        Files.createTempFile(directory, "key", ".pem"),
        "-----BEGIN PUBLIC KEY-----\n" + base64 + "\n-----END PUBLIC KEY-----\n");
  }

  private Path jwks(JsonObject... keys) throws IOException {
    return Files.writeString(
        Files.createTempFile(directory, "keys", ".json"),
        new JsonObject().put("keys", new JsonArray(List.of(keys))).encode());
  }

  private static JsonObject jwk(KeyPair pair) {
    RSAPublicKey key = (RSAPublicKey) pair.getPublic();
    return new JsonObject()
        .put("kty", "RSA")
        .put("n", number(key.getModulus()))
        .put("e", number(key.getPublicExponent()));
  }

  private static String number(BigInteger number) {
    return URL.encodeToString(number.toByteArray());
  }

  private static JsonObject claims() {
    return TestTokens.claims("u1");
  }

  static String token(KeyPair pair, String keyId) throws GeneralSecurityException {
    JsonObject header = new JsonObject().put("alg", "RS256");
    if (keyId != null) {
      header.put("kid", keyId);
    }
    String signed = TestTokens.encode(header.encode()) + "." + TestTokens.encode(claims().encode());
    Signature rsa = Signature.getInstance("SHA256withRSA");
    rsa.initSign(pair.getPrivate());
    rsa.update(signed.getBytes(StandardCharsets.UTF_8));
    return signed + "." + URL.encodeToString(rsa.sign());
  }
}
