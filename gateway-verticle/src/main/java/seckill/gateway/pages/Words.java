package seckill.gateway.pages;

import io.vertx.core.json.JsonObject;
import java.util.Map;
import java.util.ResourceBundle;
import java.util.TreeMap;

/**
 * All that pages of one kind say, in one language; what they say of refusals is what the API says.
 */
final class Words {
  private static final String PAGES = "seckill.gateway.pages.words";
  private static final String BOARD = "seckill.gateway.pages.board";
  private static final String PROBLEMS = "seckill.gateway.problems";

  private final Map<String, String> words = new TreeMap<>();

  private Words(Language language, String bundle) {
    add(PROBLEMS, language);
    add(bundle, language);
  }

  /** Those of the buyers' pages. */
  static Words ofPages(Language language) {
    return new Words(language, PAGES);
  }

  /** Those of the operators' board, which buyers need not load. */
  static Words ofBoard(Language language) {
    return new Words(language, BOARD);
  }

  private void add(String name, Language language) {
    ResourceBundle bundle =
        ResourceBundle.getBundle(
            name,
            language.locale(),
            ResourceBundle.Control.getNoFallbackControl(ResourceBundle.Control.FORMAT_PROPERTIES));
    bundle.keySet().forEach(key -> words.put(key, bundle.getString(key)));
  }

  /**
   * The words under a key.
   *
   * @throws IllegalArgumentException if there are none
   */
  String get(String key) {
    String text = words.get(key);
    if (text == null) {
      throw new IllegalArgumentException("no words for " + key);
    }
    return text;
  }

  /** All of them as a module for scripts. */
  String asModule() {
    JsonObject json = new JsonObject();
    words.forEach(json::put);
    return "export default " + json.encode() + ";\n";
  }
}
