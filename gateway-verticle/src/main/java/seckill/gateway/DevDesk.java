package seckill.gateway;

import io.vertx.core.json.JsonObject;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import seckill.config.ConfigException;
import seckill.contract.UserIds;
import seckill.gateway.token.DevSecret;
import seckill.gateway.token.TokenSettings;

/** Lets anybody in under any name, where everybody could forge that name's token anyway. */
final class DevDesk {
  private static final Duration LIFETIME = Duration.ofHours(12);
  private static final String ALGORITHM = "HmacSHA256";
  private static final Base64.Encoder BASE64 = Base64.getUrlEncoder().withoutPadding();
  private static final String HEADER = base64("{\"alg\":\"HS256\",\"typ\":\"JWT\"}");

  private final Clock clock;

  private DevDesk(Clock clock) {
    this.clock = clock;
  }

  /**
   * Returns if the settings want no such desk, or may have one.
   *
   * @throws ConfigException if they want one with a secret that is one
   */
  static void require(GatewaySettings settings) {
    TokenSettings token = settings.token();
    boolean known =
        token.algorithm().equals("HS256")
            && token.allowDevSecret()
            && token.secret().equals(DevSecret.DEV_SECRET);
    if (settings.pages().devLogin() && !known) {
      throw new ConfigException(
          "pages.devLogin (SECKILL_PAGES_DEV_LOGIN) is for trying things out, and needs the"
              + " development secret as token.secret");
    }
  }

  /** The desk; {@code null} if the settings want none. */
  static DevDesk of(GatewaySettings settings, Clock clock) {
    return settings.pages().devLogin() ? new DevDesk(clock) : null;
  }

  /**
   * A token: {@code {token, expiresAt}}.
   *
   * @param role {@code null} for a buyer
   * @throws seckill.contract.SeckillException BAD_REQUEST if that can be nobody's name
   */
  JsonObject token(String userId, String role) {
    UserIds.require(userId);
    Instant now = clock.instant();
    Instant end = now.plus(LIFETIME);
    JsonObject claims =
        new JsonObject()
            .put("sub", userId)
            .put("iat", now.getEpochSecond())
            .put("exp", end.getEpochSecond());
    if (role != null) {
      claims.put("role", role);
    }
    String signed = HEADER + '.' + base64(claims.encode());
    return new JsonObject()
        .put("token", signed + '.' + signature(signed))
        .put("expiresAt", end.toString());
  }

  private static String signature(String signed) {
    try {
      Mac mac = Mac.getInstance(ALGORITHM);
      mac.init(new SecretKeySpec(DevSecret.DEV_SECRET.getBytes(StandardCharsets.UTF_8), ALGORITHM));
      return BASE64.encodeToString(mac.doFinal(signed.getBytes(StandardCharsets.US_ASCII)));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every JDK has " + ALGORITHM, e);
    }
  }

  private static String base64(String text) {
    return BASE64.encodeToString(text.getBytes(StandardCharsets.UTF_8));
  }
}
