package seckill.contract;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;

/** Checks of texts that come from outside, and words for people. */
public final class Texts {
  /** What decoding puts in the place of bytes that are not UTF-8. */
  public static final char REPLACEMENT = '\uFFFD';

  private static final int QUOTE_LIMIT = 40;
  private static final int NAMES_LIMIT = 10;

  private Texts() {}

  /**
   * Whether a text is well-formed Unicode of 1 to {@code maxBytes} UTF-8 bytes without control
   * characters, so that every store holds it byte for byte.
   */
  public static boolean isPlain(String text, int maxBytes) {
    if (text == null || text.isEmpty() || text.length() > maxBytes) {
      return false;
    }
    boolean ascii = true;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c >= 0x7f) {
        ascii = false;
      }
      if (Character.isISOControl(c)) {
        return false;
      }
      if (Character.isSurrogate(c)) {
        if (!Character.isHighSurrogate(c)
            || i + 1 == text.length()
            || !Character.isLowSurrogate(text.charAt(i + 1))) {
          return false;
        }
        i++;
      }
    }
    return ascii || text.getBytes(StandardCharsets.UTF_8).length <= maxBytes;
  }

  /**
   * Whether a text is what stood in these bytes. Decoding puts U+FFFD for what is not UTF-8, which
   * would make two ids one.
   */
  public static boolean isUtf8(String decoded, Supplier<byte[]> bytes) {
    return decoded.indexOf(REPLACEMENT) < 0
        || Arrays.equals(decoded.getBytes(StandardCharsets.UTF_8), bytes.get());
  }

  /**
   * The text that stands in these bytes, or {@code null} if they are not UTF-8: such an id names
   * nobody, and least of all whoever it would be decoded to.
   */
  public static String ofUtf8(byte[] bytes) {
    String text = new String(bytes, StandardCharsets.UTF_8);
    return isUtf8(text, () -> bytes) ? text : null;
  }

  /** A number of things in words: {@code 1 unit}, {@code 2 units}. */
  public static String counted(long count, String noun) {
    return count + " " + noun + (count == 1 ? "" : "s");
  }

  /** The names of a list for the log; of a long one the first and how many more there are. */
  public static String some(List<String> names) {
    return names.size() <= NAMES_LIMIT
        ? String.join(", ", names)
        : String.join(", ", names.subList(0, NAMES_LIMIT))
            + " and "
            + (names.size() - NAMES_LIMIT)
            + " more";
  }

  /** A text for an error message: quoted, shortened, without control characters. */
  public static String quote(String text) {
    if (text == null) {
      return "nothing";
    }
    StringBuilder quoted = new StringBuilder("'");
    int end = Math.min(text.length(), QUOTE_LIMIT);
    for (int i = 0; i < end; i++) {
      char c = text.charAt(i);
      quoted.append(Character.isISOControl(c) || Character.isSurrogate(c) ? '?' : c);
    }
    if (text.length() > QUOTE_LIMIT) {
      quoted.append('…');
    }
    return quoted.append('\'').toString();
  }
}
