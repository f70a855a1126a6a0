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
  @DisplayName("while an issuer changes its key both are good, and afterwards the old one is not")
  void rotates() throws Exception {
    KeyPair old = pair(2048);
    KeyPair fresh = pair(2048);
    JsonObject oldKey = jwk(old).put("kid", "2025");
    JsonObject freshKey = jwk(fresh).put("kid", "2026").put("use", "sig").put("alg", "RS256");

    TokenVerifier both = verifier("JWKS_FILE", jwks(oldKey, freshKey));
    assertThat(both.verify(token(old, "2025")).userId()).isEqualTo("u1");
    assertThat(both.verify(token(fresh, "2026")).userId()).isEqualTo("u1");

    TokenVerifier after = verifier("JWKS_FILE", jwks(freshKey));
    assertThat(after.verify(token(fresh, "2026")).userId()).isEqualTo("u1");
    assertThatThrownBy(() -> after.verify(token(old, "2025")))
        .hasMessage("the token's kid names no key known here");
  }

  @Test
  @DisplayName("a token without a key id is checked with an only key, and refused with several")
  void withoutKeyId() throws Exception {
    KeyPair only = pair(2048);
    JsonObject key = jwk(only).put("kid", "k1");
    assertThat(verifier("JWKS_FILE", jwks(key)).verify(token(only, null)).userId()).isEqualTo("u1");
    TokenVerifier several = verifier("JWKS_FILE", jwks(key, jwk(pair(2048)).put("kid", "k2")));
    assertThatThrownBy(() -> several.verify(token(only, null)))
        .hasMessage("the token has no kid, and there are several keys");
  }

  @Test
  @DisplayName("keys without an id serve tokens whose key id is missing or unknown, all of them")
  void keysWithoutId() throws Exception {
    KeyPair first = pair(2048);
    KeyPair second = pair(2048);
    KeyPair named = pair(2048);
    TokenVerifier verifier =
        verifier("JWKS_FILE", jwks(jwk(first), jwk(second), jwk(named).put("kid", "k1")));
    for (String keyId : new String[] {null, "unknown", ""}) {
      assertThat(verifier.verify(token(first, keyId)).userId()).isEqualTo("u1");
      assertThat(verifier.verify(token(second, keyId)).userId()).isEqualTo("u1");
      assertRefused(verifier, token(named, keyId));
    }
    assertThat(verifier.verify(token(named, "k1")).userId()).isEqualTo("u1");
    assertRefused(verifier, token(first, "k1"));
  }

  @Test
  @DisplayName("two different keys with one id refuse to start; the same key twice is one key")
  void keyIdTwice() throws Exception {
    KeyPair first = pair(2048);
    Path two = jwks(jwk(first).put("kid", "k1"), jwk(pair(2048)).put("kid", "k1"));
    assertThatThrownBy(() -> verifier("JWKS_FILE", two))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("token.jwksFile")
        .hasMessageContaining("key 2")
        .hasMessageContaining("one kid");
    JsonObject same = jwk(first).put("kid", "k1");
    assertThat(verifier("JWKS_FILE", jwks(same, same.copy())).verify(token(first, "k1")).userId())
        .isEqualTo("u1");
  }

  @Test
  @DisplayName("keys for other ends, of other types or without their numbers are passed over")
  void passesOverOtherKeys() throws Exception {
    KeyPair good = pair(2048);
    KeyPair other = pair(2048);
    JsonObject key = jwk(good).put("kid", "k1");
    List<JsonObject> others =
        List.of(
            new JsonObject().put("kty", "EC").put("crv", "P-256").put("kid", "k1"),
            new JsonObject().put("kty", "oct").put("k", "AAAA").put("kid", "k1"),
            new JsonObject().put("kty", "OKP"),
            new JsonObject().put("kty", "next year's").put("kid", "k1"),
            new JsonObject().put("kty", 7),
            new JsonObject(),
            jwk(other).put("kid", "k1").put("use", "enc"),
            jwk(other).put("kid", "k1").put("alg", "RS512"),
            jwk(other).put("kid", "k1").put("alg", "RSA-OAEP"),
            jwk(other).put("kid", "k1").put("key_ops", new JsonArray().add("encrypt")),
            jwk(other).put("kid", 1),
            jwk(other).put("kid", "k1").put("n", "???"),
            jwk(other).put("kid", "k1").putNull("e"));
    for (JsonObject passed : others) {
      TokenVerifier verifier = verifier("JWKS_FILE", jwks(passed, key, passed));
      assertThat(verifier.verify(token(good, "k1")).userId()).isEqualTo("u1");
      assertRefused(verifier, token(other, "k1"));
      assertRefused(verifier, token(other, null));
      assertRefusedFile("JWKS_FILE", jwks(passed));
    }
  }

  @Test
  @DisplayName("a set that is no set, or has a key that anybody could forge, refuses to start")
  void refusesBadSets() throws Exception {
    for (String text :
        new String[] {"", "[]", "{}", "{\"keys\":{}}", "{\"keys\":[7]}", "{\"keys\":[[]]}"}) {
      assertRefusedFile("JWKS_FILE", Files.writeString(directory.resolve("set"), text));
    }
    assertRefusedFile("JWKS_FILE", jwks(jwk(pair(1024))));
    assertRefusedFile("JWKS_FILE", jwks(jwk(pair(2048)).put("e", "AQ")));
    assertRefusedFile("JWKS_FILE", jwks(jwk(pair(2048)).put("e", "Ag")));
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
