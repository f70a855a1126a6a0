package seckill.gateway;

import io.vertx.core.json.JsonObject;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.time.Instant;
import java.util.Base64;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** Signs tokens, good ones and bad ones. */
final class TestTokens {
  static final String SECRET = "a-secret-of-tests-with-enough-bytes-for-hs256";
  private static final Base64.Encoder BASE64 = Base64.getUrlEncoder().withoutPadding();

  private TestTokens() {}

  static String of(String userId) {
    return sign(claims(userId));
  }

  static String admin(String userId) {
    return sign(claims(userId).put("role", "admin"));
  }

  static JsonObject claims(String userId) {
    return new JsonObject().put("sub", userId).put("exp", Instant.now().getEpochSecond() + 3600);
  }

  static String sign(JsonObject claims) {
    return sign(new JsonObject().put("alg", "HS256").put("typ", "JWT"), claims.encode(), SECRET);
  }

  static String sign(JsonObject header, String payload, String secret) {
    return sign(header, payload.getBytes(StandardCharsets.UTF_8), secret);
  }

  static String sign(JsonObject header, byte[] payload, String secret) {
    String signed = encode(header.encode()) + "." + BASE64.encodeToString(payload);
    return signed + "." + BASE64.encodeToString(mac(signed, secret));
  }

  static String encode(String text) {
    return BASE64.encodeToString(text.getBytes(StandardCharsets.UTF_8));
  }

  private static byte[] mac(String signed, String secret) {
    try {
      Mac mac = Mac.getInstance("HmacSHA256");
      mac.init(new SecretKeySpec(secret.getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
      return mac.doFinal(signed.getBytes(StandardCharsets.UTF_8));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }
}
