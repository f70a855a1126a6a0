package seckill.gateway.token;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;

/**
 * Reads the subject that a bearer token names, without asking whether the token is genuine: enough
 * to tell somebody what everybody may know, and never enough to let anybody through.
 *
 * <p>Only plainly written payloads are read, so that what is found here is what a verified token
 * would say.
 */
public final class SubjectGlance {
  private static final Base64.Decoder BASE64 = Base64.getUrlDecoder();
  private static final byte[] CLAIM = "\"sub\"".getBytes(StandardCharsets.US_ASCII);
  private static final byte[] BEFORE_VALUE = ":\"".getBytes(StandardCharsets.US_ASCII);

  private SubjectGlance() {}

  /** The subject named by an Authorization header; {@code null} if that cannot be seen at once. */
  public static String of(String authorization) {
    if (authorization == null) {
      return null;
    }
    int first = authorization.indexOf('.');
    int second = authorization.indexOf('.', first + 1);
    if (first < 0 || second < 0) {
      return null;
    }
    try {
      return subject(BASE64.decode(authorization.substring(first + 1, second)));
    } catch (IllegalArgumentException e) {
      // Not Base64: the token layer says so.
      return null;
    }
  }

  private static String subject(byte[] payload) {
    int from = -1;
    for (int i = 0; i < payload.length; i++) {
      if (payload[i] == '\\') {
        return null;
      }
      if (payload[i] == '"' && standsAt(payload, i, CLAIM)) {
        if (from >= 0 || !standsAt(payload, i + CLAIM.length, BEFORE_VALUE)) {
          return null;
        }
        from = i + CLAIM.length + BEFORE_VALUE.length;
      }
    }
    return from < 0 ? null : text(payload, from);
  }

  private static boolean standsAt(byte[] payload, int at, byte[] wanted) {
    return payload.length - at >= wanted.length
        && Arrays.equals(payload, at, at + wanted.length, wanted, 0, wanted.length);
  }

  private static String text(byte[] payload, int from) {
    int end = from;
    while (end < payload.length && payload[end] != '"') {
      end++;
    }
    return end == payload.length
        ? null
        : new String(payload, from, end - from, StandardCharsets.UTF_8);
  }
}
