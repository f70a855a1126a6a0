package seckill.gateway.pages;

import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * HTML with places to fill: {@code {{name}}} with a value that is escaped, {@code {{&name}}} with
 * HTML as it is, and {@code {{%key}}} with words.
 */
final class Template {
  private static final Pattern PLACE = Pattern.compile("\\{\\{([&%]?)([A-Za-z.]+)}}");

  private final String text;

  private Template(String text) {
    this.text = text;
  }

  static Template of(String resource) {
    return new Template(Resources.text(resource));
  }

  /**
   * The HTML.
   *
   * @throws IllegalArgumentException if a place has no value
   */
  String fill(Words words, Map<String, String> values) {
    Matcher places = PLACE.matcher(text);
    StringBuilder html = new StringBuilder(text.length() * 2);
    while (places.find()) {
      String name = places.group(2);
      String value =
          switch (places.group(1)) {
            case "&" -> values.get(name);
            case "%" -> escape(words.get(name));
            default -> values.get(name) == null ? null : escape(values.get(name));
          };
      if (value == null) {
        throw new IllegalArgumentException("nothing to fill in for " + name);
      }
      places.appendReplacement(html, Matcher.quoteReplacement(value));
    }
    return places.appendTail(html).toString();
  }

  /** A text that means the same in HTML, in element content and in quoted attributes. */
  static String escape(String text) {
    StringBuilder escaped = new StringBuilder(text.length() + 16);
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      switch (c) {
        case '&' -> escaped.append("&amp;");
        case '<' -> escaped.append("&lt;");
        case '>' -> escaped.append("&gt;");
        case '"' -> escaped.append("&quot;");
        case '\'' -> escaped.append("&#39;");
        default -> escaped.append(c);
      }
    }
    return escaped.toString();
  }
}
