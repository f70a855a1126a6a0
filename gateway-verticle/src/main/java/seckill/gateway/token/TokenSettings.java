package seckill.gateway.token;

import io.vertx.core.json.JsonObject;

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
 * @param cacheSize verified tokens remembered
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
    int cacheSize) {

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
        section.getInteger("cacheSize"));
  }

  @Override
  public String toString() {
    return "TokenSettings[" + algorithm + "]";
  }
}
