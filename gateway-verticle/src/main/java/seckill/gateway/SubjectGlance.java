package seckill.gateway;

import java.nio.charset.StandardCharsets;
import java.util.Base64;

/**
 * Reads the subject that a bearer token names, without asking whether the token is genuine: enough
 * to tell somebody what everybody may know, and never enough to let anybody through.
 *
 * <p>Only plainly written payloads are read, so that what is found here is what a verified token
 * would say.
 */
final class SubjectGlance {
  private static final Base64.Decoder BASE64 = Base64.getUrlDecoder();
  private static final String CLAIM = "\"sub\"";
  private static final String BEFORE_VALUE = ":\"";

  private SubjectGlance() {}

  /** The subject named by an Authorization header; {@code null} if that cannot be seen at once. */
  static String of(String authorization) {
    if (authorization == null) {
      return null;
    }
    int first = authorization.indexOf('.');
    int second = authorization.indexOf('.', first + 1);
    if (first < 0 || second < 0) {
      return null;
    }
    try {
      // Bytes as characters: all that is looked for is ASCII.
      byte[] payload = BASE64.decode(authorization.substring(first + 1, second));
      return subject(new String(payload, StandardCharsets.ISO_8859_1));
    } catch (IllegalArgumentException e) {
      // Not Base64: the token layer says so.
      return null;
    }
  }

  private static String subject(String payload) {
    int claim = payload.indexOf(CLAIM);
    int value = claim + CLAIM.length() + BEFORE_VALUE.length();
    if (claim < 0
        || !payload.startsWith(BEFORE_VALUE, claim + CLAIM.length())
        || payload.indexOf(CLAIM, value) >= 0
        || payload.indexOf('\\') >= 0) {
      return null;
    }
    int end = payload.indexOf('"', value);
    return end < 0 ? null : utf8(payload.substring(value, end));
  }

  private static String utf8(String bytes) {
    return new String(bytes.getBytes(StandardCharsets.ISO_8859_1), StandardCharsets.UTF_8);
  }
}
