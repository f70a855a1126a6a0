package seckill.gateway.token;

import java.util.Base64;
import seckill.contract.UserIds;

/**
 * Reads the subject that a token names, without asking whether the token is genuine: enough to tell
 * somebody what everybody may know, and never enough to let anybody through.
 *
 * <p>Reads claims as {@link TokenVerifier} does, so that what is found here is what a verified
 * token would say.
 */
public final class SubjectGlance {
  private static final Base64.Decoder BASE64 = Base64.getUrlDecoder();

  /** No audience is looked for. */
  private static final String NONE = "";

  private SubjectGlance() {}

  /** The subject named by a token; {@code null} if the verifier would refuse its claims. */
  public static String of(String token) {
    int first = token.indexOf('.');
    int second = token.indexOf('.', first + 1);
    if (first <= 0 || second < 0 || token.indexOf('.', second + 1) >= 0) {
      return null;
    }
    try {
      String subject = Claims.read(BASE64.decode(token.substring(first + 1, second)), NONE).subject;
      return UserIds.isValid(subject) ? subject : null;
    } catch (TokenRefusedException | IllegalArgumentException e) {
      // The token layer says so.
      return null;
    }
  }
}
