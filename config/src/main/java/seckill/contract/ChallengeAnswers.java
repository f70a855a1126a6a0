package seckill.contract;

import java.text.Normalizer;
import java.util.Locale;

/** The one spelling of an answer in which answers are compared. */
public final class ChallengeAnswers {
  /** The longest answer, in UTF-8 bytes of its one spelling. */
  public static final int MAX_BYTES = 128;

  private ChallengeAnswers() {}

  /**
   * An answer without regard to case, to full or half width, and to the spaces around it.
   *
   * @throws SeckillException BAD_REQUEST if it is empty, too long, or not plain text
   */
  public static String normal(String answer) {
    if (answer == null || answer.length() > MAX_BYTES) {
      throw refused();
    }
    String normal =
        Normalizer.normalize(answer, Normalizer.Form.NFKC).toLowerCase(Locale.ROOT).strip();
    if (!Texts.isPlain(normal, MAX_BYTES)) {
      throw refused();
    }
    return normal;
  }

  private static SeckillException refused() {
    return SeckillException.badRequest(
        "answer must be 1 to " + MAX_BYTES + " bytes of text without control characters");
  }
}
