package seckill.gateway.token;

import io.vertx.core.json.JsonObject;
import java.util.concurrent.TimeUnit;

/**
 * Which tokens are accepted.
 *
 * @param algorithm the one accepted signature algorithm, HS256 or RS256
 * @param secret key for HS256
 * @param allowDevSecret whether {@link DevSecret} is accepted
 * @param publicKeyFile PEM public key for RS256
 * @param jwksFile JWKS file for RS256
 * @param issuer required issuer, empty for any
 * @param audience required audience, empty for any
 * @param leewaySeconds clock difference forgiven
 * @param maxDays how far ahead a token may expire
 * @param cacheSize verified tokens remembered
 * @param warnAfter how many tokens are read before it is judged whether most cannot be
 * @param warnWindowMillis in what time they are counted
 */
public record TokenSettings(
    String algorithm,
    String secret,
    boolean allowDevSecret,
    String publicKeyFile,
    String jwksFile,
    String issuer,
    String audience,
    long leewaySeconds,
    int maxDays,
    int cacheSize,
    int warnAfter,
    long warnWindowMillis) {

  public static TokenSettings of(JsonObject settings) {
    JsonObject section = settings.getJsonObject("token");
    return new TokenSettings(
        section.getString("algorithm"),
        section.getString("secret"),
        section.getBoolean("allowDevSecret"),
        section.getString("publicKeyFile"),
        section.getString("jwksFile"),
        section.getString("issuer"),
        section.getString("audience"),
        section.getLong("leewaySeconds"),
        section.getInteger("maxDays"),
        section.getInteger("cacheSize"),
        section.getInteger("warnAfter"),
        section.getLong("warnWindowMillis"));
  }

  long maxSeconds() {
    return TimeUnit.DAYS.toSeconds(maxDays);
  }

  @Override
  public String toString() {
    return "TokenSettings[" + algorithm + "]";
  }
}
