package seckill.standalone.client;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.time.Clock;
import java.time.Duration;
import java.util.Base64;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import seckill.contract.UserIds;

/** Makes bearer tokens (JWT, HS256) for a sale whose secret is known. */
public final class TokenMint {
  /** The role that may call the admin API. */
  public static final String ADMIN = "admin";

  private static final String MAC = "HmacSHA256";
  private static final Base64.Encoder BASE64 = Base64.getUrlEncoder().withoutPadding();
  private static final String HEADER =
      base64(new JsonObject().put("alg", "HS256").put("typ", "JWT").encode());

  private final SecretKeySpec key;
  private final Clock clock;

  public TokenMint(String secret, Clock clock) {
    this.key = new SecretKeySpec(secret.getBytes(StandardCharsets.UTF_8), MAC);
    this.clock = clock;
  }

  /** A token of a buyer. */
  public String buyer(String userId, Duration lifetime) {
    return sign(claims(userId, lifetime));
  }

  /** A token of a user with a role. */
  public String withRole(String userId, String role, Duration lifetime) {
    return sign(claims(userId, lifetime).put("roles", new JsonArray().add(role)));
  }

  private JsonObject claims(String userId, Duration lifetime) {
    long now = clock.instant().getEpochSecond();
    return new JsonObject()
        .put("sub", UserIds.require(userId))
        .put("iat", now)
        .put("exp", now + lifetime.toSeconds());
  }

  private String sign(JsonObject claims) {
    String signed = HEADER + '.' + base64(claims.encode());
    try {
      Mac mac = Mac.getInstance(MAC);
      mac.init(key);
      byte[] signature = mac.doFinal(signed.getBytes(StandardCharsets.US_ASCII));
      return signed + '.' + BASE64.encodeToString(signature);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every JDK has " + MAC, e);
    }
  }

  private static String base64(String text) {
    return BASE64.encodeToString(text.getBytes(StandardCharsets.UTF_8));
  }
}
