package seckill.standalone.lab.report;

import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Properties;
import java.util.Set;

/** What the tables say, in one language. */
public final class Words {
  /** For the terminal and the English page. */
  public static final Words ENGLISH = new Words("words.properties");

  /** For the Chinese page. */
  public static final Words CHINESE = new Words("words.zh.properties");

  private final Properties texts = new Properties();

  private Words(String resource) {
    try (InputStream in = Words.class.getResourceAsStream(resource);
        Reader reader = new InputStreamReader(in, StandardCharsets.UTF_8)) {
      texts.load(reader);
    } catch (IOException e) {
      throw new IllegalStateException("unreadable words " + resource, e);
    }
  }

  /** The text of a name. */
  String of(String name) {
    String text = texts.getProperty(name);
    if (text == null) {
      throw new IllegalStateException("no words for " + name);
    }
    return text;
  }

  /** The text of a name, with values in the places it has for them. */
  String of(String name, Object... values) {
    return String.format(Locale.ROOT, of(name), values);
  }

  /** All names there are. */
  Set<String> names() {
    return texts.stringPropertyNames();
  }
}
