package seckill.gateway.token;

import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.Base64;
import seckill.contract.SeckillException;
import seckill.contract.UserIds;
import seckill.gateway.gate.Caller;

/**
 * Verifies JSON Web Tokens (RFC 7519) of one pinned algorithm; belongs to one event loop.
 *
 * <p>The signature is checked before anything in the payload is read.
 */
public final class TokenVerifier implements Tokens {
  private static final Base64.Decoder BASE64 = Base64.getUrlDecoder();

  private final TokenSettings settings;
  private final String algorithm;
  private final SignatureCheck signatures;
  private final Clock clock;

  /** Nearly all tokens of an issuer have the same header, so the last good one is remembered. */
  private String goodHeader = "";

  private String goodKeyId;

  public TokenVerifier(TokenSettings settings, TokenKeys keys, Clock clock) {
    this.settings = settings;
    this.algorithm = keys.algorithm();
    this.signatures = keys.newCheck();
    this.clock = clock;
  }

  @Override
  public Caller verify(String token) {
    int first = token.indexOf('.');
    int second = token.indexOf('.', first + 1);
    if (first <= 0 || second < 0 || token.indexOf('.', second + 1) >= 0) {
      throw refused(TokenFault.FORM, "the token is not of three parts");
    }
    String header = token.substring(0, first);
    String keyId =
        header.equals(goodHeader) ? goodKeyId : TokenHeader.keyId(decode(header), algorithm);
    byte[] signed = token.substring(0, second).getBytes(StandardCharsets.ISO_8859_1);
    if (!signatures.verify(keyId, signed, decode(token.substring(second + 1)))) {
      throw refused(TokenFault.SIGNATURE, "the token's signature is wrong");
    }
    goodHeader = header;
    goodKeyId = keyId;
    byte[] payload = decode(token.substring(first + 1, second));
    return caller(Claims.read(payload, settings.audience()));
  }

  private static byte[] decode(String part) {
    try {
      return BASE64.decode(part);
    } catch (IllegalArgumentException e) {
      throw refused(TokenFault.FORM, "the token is not Base64");
    }
  }

  private Caller caller(Claims claims) {
    long now = nowSeconds();
    requireExpiry(claims.expiresAt, now);
    requireCome(TokenFault.NBF, "nbf", claims.notBefore, now);
    requireCome(TokenFault.IAT, "iat", claims.issuedAt, now);
    if (!settings.issuer().isEmpty() && !settings.issuer().equals(claims.issuer)) {
      throw refused(TokenFault.ISS, "the token's iss is not the issuer that is asked for");
    }
    if (!settings.audience().isEmpty() && !claims.audienceMatches) {
      throw refused(TokenFault.AUD, "the token's aud does not name the audience that is asked for");
    }
    if (claims.subject == null) {
      throw refused(TokenFault.SUB, "the token has no sub: who it is for");
    }
    if (!UserIds.isValid(claims.subject)) {
      throw refused(
          TokenFault.SUB,
          "the token's sub is not a user id: 1 to "
              + UserIds.MAX_BYTES
              + " bytes of text without control characters");
    }
    return new Caller(claims.subject, claims.admin, claims.expiresAt);
  }

  private void requireExpiry(long expiresAt, long now) {
    if (expiresAt == Claims.ABSENT) {
      throw refused(TokenFault.EXP, "the token has no exp: when it expires");
    }
    requireUnexpired(expiresAt, now);
    if (isFarAhead(expiresAt, now)) {
      throw refused(
          TokenFault.EXP,
          "the token's exp is over "
              + settings.maxDays()
              + " days ahead: it must be in seconds since 1970, not in milliseconds");
    }
  }

  private boolean isFarAhead(long seconds, long now) {
    return seconds - now > settings.maxSeconds();
  }

  // An absent time is the smallest number, which never lies in the future.
  private void requireCome(TokenFault fault, String name, long seconds, long now) {
    if (seconds > now + settings.leewaySeconds()) {
      throw refused(
          fault,
          isFarAhead(seconds, now)
              ? "the token's " + name + " must be in seconds since 1970, not in milliseconds"
              : "the token's " + name + " lies in the future");
    }
  }

  /**
   * Checks the expiry of a caller who was verified earlier.
   *
   * @throws SeckillException UNAUTHENTICATED
   */
  void requireUnexpired(Caller caller) {
    requireUnexpired(caller.expiresAtSecond(), nowSeconds());
  }

  private void requireUnexpired(long expiresAt, long now) {
    if (expiresAt <= now - settings.leewaySeconds()) {
      throw refused(TokenFault.EXP, "the token is expired: its exp is past");
    }
  }

  private long nowSeconds() {
    return Math.floorDiv(clock.millis(), 1000L);
  }

  private static SeckillException refused(TokenFault fault, String detail) {
    return new TokenRefusedException(fault, detail);
  }
}
