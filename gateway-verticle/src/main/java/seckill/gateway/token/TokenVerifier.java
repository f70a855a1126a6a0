package seckill.gateway.token;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.Base64;
import seckill.contract.Outcome;
import seckill.contract.SeckillException;
import seckill.contract.UserIds;
import seckill.gateway.edge.StrictJson;
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
      throw refused("the token is not of three parts");
    }
    try {
      String header = token.substring(0, first);
      String keyId = header.equals(goodHeader) ? goodKeyId : readHeader(header);
      byte[] signed = token.substring(0, second).getBytes(StandardCharsets.ISO_8859_1);
      if (!signatures.verify(keyId, signed, BASE64.decode(token.substring(second + 1)))) {
        throw refused("the token's signature is wrong");
      }
      goodHeader = header;
      goodKeyId = keyId;
      byte[] payload = BASE64.decode(token.substring(first + 1, second));
      return caller(Claims.read(payload, settings.audience()));
    } catch (IOException | IllegalArgumentException e) {
      throw refused("the token is malformed");
    }
  }

  private String readHeader(String header) throws IOException {
    String keyId = null;
    boolean pinned = false;
    boolean more;
    try (JsonParser json = StrictJson.parser(BASE64.decode(header))) {
      if (json.nextToken() != JsonToken.START_OBJECT) {
        throw refused("the token's header is not an object");
      }
      for (String name = json.nextFieldName(); name != null; name = json.nextFieldName()) {
        JsonToken value = json.nextToken();
        if (name.equals("crit")) {
          throw refused("the token asks for an extension");
        } else if (name.equals("alg")) {
          pinned = value == JsonToken.VALUE_STRING && algorithm.equals(json.getText());
        } else if (name.equals("kid")) {
          keyId = value == JsonToken.VALUE_STRING ? json.getText() : null;
        } else {
          json.skipChildren();
        }
      }
      more = json.nextToken() != null;
    }
    if (more) {
      throw refused("the token's header is more than an object");
    }
    if (!pinned) {
      throw refused("the token's algorithm is not " + algorithm);
    }
    return keyId;
  }

  private Caller caller(Claims claims) {
    if (claims.expiresAt == Claims.ABSENT) {
      throw refused("the token has no expiry");
    }
    long now = nowSeconds();
    requireUnexpired(claims.expiresAt, now);
    // An absent time is the smallest number, which never lies in the future.
    if (claims.notBefore > now + settings.leewaySeconds()) {
      throw refused("the token is not valid yet");
    }
    if (claims.issuedAt > now + settings.leewaySeconds()) {
      throw refused("the token was issued in the future");
    }
    if (!settings.issuer().isEmpty() && !settings.issuer().equals(claims.issuer)) {
      throw refused("the token is of another issuer");
    }
    if (!settings.audience().isEmpty() && !claims.audienceMatches) {
      throw refused("the token is for another audience");
    }
    if (!UserIds.isValid(claims.subject)) {
      throw refused("the token's subject is not a user id");
    }
    return new Caller(claims.subject, claims.admin, claims.expiresAt);
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
      throw refused("the token is expired");
    }
  }

  private long nowSeconds() {
    return Math.floorDiv(clock.millis(), 1000L);
  }

  private static SeckillException refused(String reason) {
    return new SeckillException(Outcome.UNAUTHENTICATED, reason);
  }
}
