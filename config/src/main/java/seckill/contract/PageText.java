package seckill.contract;

import io.vertx.core.json.JsonObject;
import java.util.Set;

/**
 * A text in the two languages of the pages.
 *
 * @param zh Chinese
 * @param en English
 */
public record PageText(String zh, String en) {
  private static final String ZH = "zh";
  private static final String EN = "en";
  private static final Set<String> FIELDS = Set.of(ZH, EN);

  /**
   * Reads a string, which is the text in both languages, or an object with {@code zh} and {@code
   * en}, of which one may be absent and is then like the other.
   *
   * @param field its name in error messages
   * @param value {@code null} for no text
   * @return {@code null} for no text
   * @throws SeckillException BAD_REQUEST, naming the field
   */
  static PageText fromJson(String field, Object value, int maxBytes) {
    if (value == null) {
      return null;
    }
    String zh;
    String en;
    if (value instanceof JsonObject texts) {
      Json.requireOnly(texts, FIELDS);
      String chinese = Json.text(texts, ZH);
      String english = Json.text(texts, EN);
      zh = chinese == null ? english : chinese;
      en = english == null ? chinese : english;
    } else if (value instanceof String text) {
      zh = text;
      en = text;
    } else {
      throw SeckillException.badRequest(field + " must be a text, or an object with zh and en");
    }
    if (!Texts.isPlain(zh, maxBytes) || !Texts.isPlain(en, maxBytes)) {
      throw SeckillException.badRequest(
          field + " must be 1 to " + maxBytes + " bytes of text without control characters");
    }
    return new PageText(zh, en);
  }

  /** The form that {@link #fromJson} reads. */
  Object toJson() {
    return zh.equals(en) ? zh : new JsonObject().put(ZH, zh).put(EN, en);
  }

  /** The text in Chinese, or else in English. */
  public String in(boolean chinese) {
    return chinese ? zh : en;
  }
}
