package seckill.gateway.pages;

import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/**
 * Scripts, styles and pictures under names that hold a hash of their content, so that they can be
 * kept for good: another content has another name.
 *
 * <p>A module that imports another has its hash over the other's name, too. The entry of a page is
 * made for each language: it brings the words of that language to the page's module.
 */
final class Assets {
  private static final Pattern IMPORT = Pattern.compile("(?<=from ')\\./([a-z.]+\\.js)(?=')");
  private static final String CSS = "text/css; charset=utf-8";
  private static final Set<String> PAGES = Set.of("item", "list", "orders", "choose");
  private static final String BOARD = "board";
  private static final List<String> STYLES = List.of("page.css", "board.css");

  /** A library for charts as it is published; the version is that of the dependency. */
  private static final String CHARTS = "/META-INF/resources/webjars/uplot/1.6.30/dist/";

  private static final String CHARTS_MODULE = "uplot.js";
  private static final String CHARTS_STYLE = "uplot.css";

  private final Map<String, Supplier<String>> sources = new HashMap<>();
  private final Map<String, String> hashed = new LinkedHashMap<>();
  private final Map<String, Set<String>> modules = new HashMap<>();
  private final Map<String, Served> files = new LinkedHashMap<>();

  /**
   * Reads all of them.
   *
   * @param words of the pages
   * @param ofBoard words of the operators' board
   * @param pictures by name
   */
  Assets(Map<Language, Words> words, Map<Language, Words> ofBoard, Map<String, byte[]> pictures) {
    // Published as a script that defines uPlot; a module shares what it exports only.
    sources.put(
        CHARTS_MODULE,
        () -> Resources.text(CHARTS + "uPlot.iife.min.js") + "\nexport default uPlot;\n");
    put(CHARTS_STYLE, CSS, Resources.bytes(CHARTS + "uPlot.min.css"));
    ofBoard.forEach(
        (language, text) -> {
          sources.put("boardwords." + language.tag() + ".js", text::asModule);
          sources.put(entryName(BOARD, language), () -> entry(BOARD, language));
          module(entryName(BOARD, language));
        });
    words.forEach(
        (language, text) -> {
          sources.put("words." + language.tag() + ".js", text::asModule);
          PAGES.forEach(
              page -> sources.put(entryName(page, language), () -> entry(page, language)));
        });
    words.keySet().forEach(language -> PAGES.forEach(page -> module(entryName(page, language))));
    STYLES.forEach(name -> put(name, CSS, Resources.bytes(name)));
    pictures.forEach((name, bytes) -> put(name, Pictures.type(name), bytes));
  }

  private static String entryName(String page, Language language) {
    return page + "." + language.tag() + ".js";
  }

  private static String entry(String page, Language language) {
    return "import words from './"
        + (page.equals(BOARD) ? "boardwords." : "words.")
        + language.tag()
        + ".js';\nimport { start } from './"
        + page
        + ".js';\nstart(words);\n";
  }

  /** Adds a module after those that it imports; its name with a hash. */
  private String module(String name) {
    String known = hashed.get(name);
    if (known != null) {
      return known;
    }
    Set<String> needed = new LinkedHashSet<>();
    Supplier<String> source = sources.getOrDefault(name, () -> Resources.text(name));
    String text =
        IMPORT
            .matcher(source.get())
            .replaceAll((MatchResult match) -> "./" + imported(match.group(1), needed));
    String file =
        put(name, "text/javascript; charset=utf-8", text.getBytes(StandardCharsets.UTF_8));
    needed.add(file);
    modules.put(name, needed);
    return file;
  }

  private String imported(String name, Set<String> needed) {
    String file = module(name);
    needed.addAll(modules.get(name));
    return file;
  }

  private String put(String name, String type, byte[] bytes) {
    int dot = name.lastIndexOf('.');
    String file = name.substring(0, dot) + "." + Served.hash(bytes) + name.substring(dot);
    hashed.put(name, file);
    files.put(file, Served.of(type, bytes));
    return file;
  }

  /** The name with the hash of a file; {@code null} if there is no such file. */
  String file(String name) {
    return hashed.get(name);
  }

  /** The entry of a page in a language. */
  String entryFile(String page, Language language) {
    return hashed.get(entryName(page, language));
  }

  /** All modules that the entry of a page needs, itself last. */
  Set<String> modules(String page, Language language) {
    return modules.get(entryName(page, language));
  }

  /** A file by its name with the hash; {@code null} if there is none. */
  Served find(String file) {
    return files.get(file);
  }

  /** All of them, by their names with hashes. */
  Map<String, Served> files() {
    return files;
  }
}
