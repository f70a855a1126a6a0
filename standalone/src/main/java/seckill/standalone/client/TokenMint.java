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
import seckill.standalone.process.SaleSystem;

/** Makes bearer tokens (JWT, HS256) for a sale whose secret is known. */
public final class TokenMint {
  /** The role that may call the admin API. */
  public static final String ADMIN = "admin";

  /** How its tokens are signed. */
  public static final String ALGORITHM = "HS256";

  private static final Duration OPERATOR_LIFETIME = Duration.ofMinutes(5);
  private static final String OPERATOR = "seckill-cli";
  private static final String MAC = "HmacSHA256";
  private static final Base64.Encoder BASE64 = Base64.getUrlEncoder().withoutPadding();
  private static final String HEADER =
      base64(new JsonObject().put("alg", ALGORITHM).put("typ", "JWT").encode());

  private final SecretKeySpec key;
  private final String issuer;
  private final String audience;
  private final Clock clock;

  /** Makes tokens that name no issuer and no audience. */
  public TokenMint(String secret, Clock clock) {
    this(secret, "", "", clock);
  }

  /**
   * @param issuer whom the tokens name as their issuer; empty for nobody
   * @param audience for whom they are; empty for anybody
   */
  public TokenMint(String secret, String issuer, String audience, Clock clock) {
    this.key = new SecretKeySpec(secret.getBytes(StandardCharsets.UTF_8), MAC);
    this.issuer = issuer;
    this.audience = audience;
    this.clock = clock;
  }

  /** Makes the tokens of a sale. */
  public static TokenMint of(SaleSystem sale, Clock clock) {
    return new TokenMint(sale.tokenSecret(), sale.tokenIssuer(), sale.tokenAudience(), clock);
  }

  /** A token of a buyer. */
  public String buyer(String userId, Duration lifetime) {
    return sign(claims(userId, lifetime));
  }

  /** A token of a user with a role. */
  public String withRole(String userId, String role, Duration lifetime) {
    return sign(claims(userId, lifetime).put("roles", new JsonArray().add(role)));
  }

  /** A short-lived token of this command line as an operator. */
  public String operator() {
    return withRole(OPERATOR, ADMIN, OPERATOR_LIFETIME);
  }

  private JsonObject claims(String userId, Duration lifetime) {
    long now = clock.instant().getEpochSecond();
    JsonObject claims =
        new JsonObject()
            .put("sub", UserIds.require(userId))
            .put("iat", now)
            .put("exp", now + lifetime.toSeconds());
    if (!issuer.isEmpty()) {
      claims.put("iss", issuer);
    }
    return audience.isEmpty() ? claims : claims.put("aud", audience);
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
