package seckill.gateway.pages;

import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;

/** Makes pages out of templates: the frame, and what stands in it. */
final class PageMaker {
  /**
   * Only files of the page's own host are run, shown or asked; nothing is run that stands in the
   * page itself; and no other page may show it in a frame.
   */
  static final String POLICY =
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src"
          + " 'self'; form-action 'self'; base-uri 'none'; require-trusted-types-for 'script'";

  /** Deeper paths, which lead nowhere, need no right links: they would only make pages large. */
  private static final int DEEPEST = 20;

  private static final String TYPE = "text/html; charset=utf-8";
  private static final String CSS = "page.css";

  /** Where a page tells messages: in a place of its own, never over something else. */
  private static final String SAYS = "says";

  private final PageSettings settings;
  private final Assets assets;
  private final Map<Language, Words> words = new EnumMap<>(Language.class);
  private final Map<Language, Words> ofBoard = new EnumMap<>(Language.class);
  private final Map<Language, ItemHtml> itemHtml = new EnumMap<>(Language.class);
  private final Template frame = Template.of("frame.html");
  private final Template item = Template.of("item.html");
  private final Template list = Template.of("list.html");
  private final Template orders = Template.of("orders.html");
  private final Template choose = Template.of("choose.html");
  private final String says = Resources.text("says.html");
  private final Template board = Template.of("board.html");
  private final Template missingPage = Template.of("missing.html");
  private final Map<String, Served> missing = new ConcurrentHashMap<>();

  /** Reads templates, words and assets. Blocks. */
  PageMaker(PageSettings settings) {
    this.settings = settings;
    for (Language language : Language.values()) {
      words.put(language, Words.ofPages(language));
      ofBoard.put(language, Words.ofBoard(language));
    }
    this.assets = new Assets(words, ofBoard, Pictures.load(settings));
    words.forEach(
        (language, text) -> itemHtml.put(language, new ItemHtml(language, text, settings, assets)));
  }

  Assets assets() {
    return assets;
  }

  /**
   * Where a page stands.
   *
   * @param path from the root, like {@code zh/orders/}
   * @param other the same in the other language
   * @param script the module that runs it
   */
  private record Place(Language language, String path, String other, String script) {
    String root() {
      return "../".repeat((int) path.chars().filter(c -> c == '/').count());
    }
  }

  /** The page of an item, or of the variants of one. */
  Served item(Language language, List<ShownItem> variants) {
    String path = "/items/" + variants.get(0).itemId() + "/";
    Place place = new Place(language, language.tag() + path, language.other().tag() + path, "item");
    ItemHtml html = itemHtml.get(language);
    Map<String, String> values = html.values(variants, place.root());
    values.put(SAYS, says);
    return framed(
        place,
        variants.get(0).title(language),
        html.summary(variants),
        item.fill(words.get(language), values));
  }

  /** The page that leads to all others. */
  Served list(Language language, List<List<ShownItem>> pages) {
    Place place = new Place(language, language.tag() + "/", language.other().tag() + "/", "list");
    String cards =
        pages.stream()
            .map(variants -> itemHtml.get(language).card(variants, place.root()))
            .collect(Collectors.joining());
    String title = words.get(language).get("list.title");
    return framed(
        place, title, title, list.fill(words.get(language), Map.of("cards", cards, SAYS, says)));
  }

  /** The page of the orders of whoever looks at it; the same for everybody. */
  Served orders(Language language) {
    Place place =
        new Place(
            language, language.tag() + "/orders/", language.other().tag() + "/orders/", "orders");
    String title = words.get(language).get("orders");
    return framed(place, title, title, orders.fill(words.get(language), Map.of(SAYS, says)));
  }

  /** The page that finds out which language is wanted, for where no server does. */
  Served choose() {
    Place place = new Place(Language.EN, "", "zh/", "choose");
    return framed(
        place, "中文 / English", "", choose.fill(words.get(Language.EN), Map.of("root", "")));
  }

  /** What is shown where no page is, at any depth. */
  Served missing(Language language, String path) {
    int depth = Math.min(DEEPEST, (int) path.chars().filter(c -> c == '/').count());
    return missing.computeIfAbsent(
        language.tag() + "/".repeat(depth), at -> missingAt(language, at));
  }

  private Served missingAt(Language language, String path) {
    Place place = new Place(language, path, language.other().tag() + "/", "list");
    Map<String, String> values = Map.of("root", place.root(), "lang", language.tag(), SAYS, says);
    String title = words.get(language).get("missing.title");
    return framed(place, title, title, missingPage.fill(words.get(language), values));
  }

  /** The operators' board: a shell without any data, the same for everybody. */
  Served board(Language language) {
    String path = "admin/" + language.tag() + "/";
    Place place = new Place(language, path, "admin/" + language.other().tag() + "/", "board");
    Map<String, String> values = values(place, ofBoard.get(language).get("board.title"), "");
    values.put("charts", assets.file("uplot.css"));
    values.put("css", assets.file("board.css"));
    return Served.of(TYPE, board.fill(ofBoard.get(language), values));
  }

  private Served framed(Place place, String title, String summary, String main) {
    Map<String, String> values = values(place, title, summary);
    values.put("main", main);
    return Served.of(TYPE, frame.fill(words.get(place.language()), values));
  }

  private Map<String, String> values(Place place, String title, String summary) {
    Language language = place.language();
    String preloads =
        assets.modules(place.script(), language).stream()
            .map(
                file ->
                    "<link rel=\"modulepreload\" href=\""
                        + place.root()
                        + "assets/"
                        + file
                        + "\">\n")
            .collect(Collectors.joining());
    Map<String, String> values = new HashMap<>();
    values.put("lang", language.tag());
    values.put("otherLang", language.other().tag());
    values.put("otherPath", place.other());
    // An empty attribute would be the page itself, too, but not for those who read it as text.
    values.put("root", place.root().isEmpty() ? "./" : place.root());
    values.put("currency", settings.currency().getCurrencyCode());
    values.put("login", settings.loginPath());
    values.put("pay", settings.payPath());
    values.put("dev", Boolean.toString(settings.devLogin()));
    values.put("policy", POLICY);
    values.put("title", title);
    values.put("summary", summary);
    values.put("css", assets.file(CSS));
    values.put("entry", assets.entryFile(place.script(), language));
    values.put("preloads", preloads);
    return values;
  }
}
