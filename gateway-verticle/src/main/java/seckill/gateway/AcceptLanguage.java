package seckill.gateway;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads {@code Accept-Language} (RFC 9110) as far as two languages need it: the one with the higher
 * quality, of equal ones the first; English for whoever asks for neither.
 */
final class AcceptLanguage {
  private static final String ANY = "*";
  private static final double NONE = -1;
  private static final Pattern QUALITY =
      Pattern.compile("[qQ]=(0(?:\\.\\d{0,3})?|1(?:\\.0{0,3})?)");

  private double chinese = NONE;
  private double english = NONE;
  private double any = NONE;
  private boolean chineseFirst;

  private AcceptLanguage(String header) {
    int start = 0;
    while (start < header.length()) {
      int comma = header.indexOf(',', start);
      int end = comma < 0 ? header.length() : comma;
      read(header.substring(start, end));
      start = end + 1;
    }
  }

  /**
   * Whether Chinese is wanted rather than English.
   *
   * @param header may be {@code null}
   */
  static boolean prefersChinese(String header) {
    if (header == null) {
      return false;
    }
    AcceptLanguage accepted = new AcceptLanguage(header);
    double chinese = accepted.chinese < 0 ? accepted.any : accepted.chinese;
    double english = accepted.english < 0 ? accepted.any : accepted.english;
    return chinese > 0
        && (chinese > english
            || chinese == english && accepted.chinese > 0 && accepted.chineseFirst);
  }

  private void read(String range) {
    int semicolon = range.indexOf(';');
    String tag = (semicolon < 0 ? range : range.substring(0, semicolon)).strip();
    double quality = semicolon < 0 ? 1 : quality(range.substring(semicolon + 1).strip());
    if (quality < 0) {
      return;
    }
    if (tag.equals(ANY)) {
      any = Math.max(any, quality);
    } else if (isOf(tag, "zh")) {
      chineseFirst |= english < 0;
      chinese = Math.max(chinese, quality);
    } else if (isOf(tag, "en")) {
      english = Math.max(english, quality);
    }
  }

  private static boolean isOf(String tag, String language) {
    return tag.regionMatches(true, 0, language, 0, language.length())
        && (tag.length() == language.length() || tag.charAt(language.length()) == '-');
  }

  /** From 0 to 1; -1 for what is no quality, whose range is passed over. */
  private static double quality(String parameter) {
    Matcher quality = QUALITY.matcher(parameter);
    return quality.matches() ? Double.parseDouble(quality.group(1)) : NONE;
  }
}
