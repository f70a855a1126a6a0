package seckill.gateway.pages;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import seckill.config.ConfigException;

/**
 * All pages of a gateway, in memory: made when items become known, so that opening one asks nobody
 * anything. Thread-safe.
 */
public final class Pages {
  private static final Logger LOG = LoggerFactory.getLogger(Pages.class);

  private final PageSettings settings;
  private volatile PageMaker maker;
  // Pages that were made before are kept for a moment by those who read them.
  private volatile PageMaker former;
  private String pictures;
  private volatile Made made = new Made(false, Map.of(), Map.of(), Map.of());

  /**
   * What was made out of one item list.
   *
   * @param complete whether an item list was heard at all
   * @param pages by path
   * @param items pages of items by what they show, to be kept while nothing of it changes
   * @param together the items that share a page, by each of them
   */
  private record Made(
      boolean complete,
      Map<String, Served> pages,
      Map<List<ShownItem>, Map<Language, Served>> items,
      Map<Long, List<Long>> together) {}

  private Pages(PageSettings settings) {
    this.settings = settings;
    this.pictures = Pictures.stamp(settings);
    this.maker = new PageMaker(settings);
    this.former = maker;
  }

  /**
   * Reads all that pages are made of, and makes those that show no items. Blocks.
   *
   * @throws seckill.config.ConfigException one line that names the setting
   */
  public static Pages load(PageSettings settings) {
    Pages pages = new Pages(settings);
    pages.made = new Made(false, pages.fixed(), Map.of(), Map.of());
    return pages;
  }

  PageSettings settings() {
    return settings;
  }

  private Map<String, Served> fixed() {
    Map<String, Served> fixed = new HashMap<>();
    fixed.put("index.html", maker.choose());
    for (Language language : Language.values()) {
      fixed.put(language.tag() + "/orders/", maker.orders(language));
      fixed.put("admin/" + language.tag() + "/", maker.board(language));
    }
    return fixed;
  }

  /**
   * Makes the pages of the items of a list, and drops those of all others. Takes a while; only one
   * thread at a time.
   *
   * @param items as the till lists them
   */
  void make(JsonArray items) {
    List<ShownItem> shown = new ArrayList<>();
    for (int i = 0; i < items.size(); i++) {
      try {
        shown.add(ShownItem.of(items.getJsonObject(i)));
      } catch (RuntimeException e) {
        LOG.warn("an item has no page, since its entry cannot be read: {}", e.toString());
      }
    }
    List<List<ShownItem>> groups = PageGroups.of(shown);
    Made before = lookForPictures() ? new Made(false, Map.of(), Map.of(), Map.of()) : made;
    if (before.complete() && before.items().keySet().equals(Set.copyOf(groups))) {
      return;
    }
    Map<String, Served> pages = fixed();
    Map<List<ShownItem>, Map<Language, Served>> kept = new HashMap<>();
    Map<Long, List<Long>> together = new HashMap<>();
    for (List<ShownItem> group : groups) {
      Map<Language, Served> both = before.items().getOrDefault(group, Map.of());
      kept.put(group, both.isEmpty() ? both(group) : both);
      List<Long> ids = group.stream().map(ShownItem::itemId).toList();
      for (long itemId : ids) {
        together.put(itemId, ids);
        kept.get(group).forEach((language, page) -> pages.put(path(language, itemId), page));
      }
    }
    for (Language language : Language.values()) {
      pages.put(language.tag() + "/", maker.list(language, groups));
    }
    made = new Made(true, pages, kept, together);
  }

  /** Reads the pictures again if they changed; whether they did. */
  private boolean lookForPictures() {
    try {
      String now = Pictures.stamp(settings);
      if (!now.equals(pictures)) {
        PageMaker fresh = new PageMaker(settings);
        pictures = now;
        former = maker;
        maker = fresh;
        return true;
      }
    } catch (ConfigException e) {
      LOG.warn("the pictures stay as they were: {}", e.getMessage());
    }
    return false;
  }

  private Map<Language, Served> both(List<ShownItem> group) {
    return Map.of(
        Language.ZH, maker.item(Language.ZH, group), Language.EN, maker.item(Language.EN, group));
  }

  private static String path(Language language, long itemId) {
    return language.tag() + "/items/" + itemId + "/";
  }

  /** The page at a path without its first slash; {@code null} if there is none. */
  Served find(String path) {
    return made.pages().get(path);
  }

  /** Whether an item list was heard, so that a page that is not there does not exist. */
  boolean isComplete() {
    return made.complete();
  }

  Served missing(Language language, String path) {
    return maker.missing(language, path);
  }

  /** A script, style or picture; {@code null} if there is none. */
  Served asset(String file) {
    Served asset = maker.assets().find(file);
    return asset == null ? former.assets().find(file) : asset;
  }

  /** The items that share a page with this one, itself included, lowest first. */
  public List<Long> together(long itemId) {
    return made.together().getOrDefault(itemId, List.of(itemId));
  }

  static JsonArray itemsOf(JsonObject list) {
    return list.getJsonArray("items");
  }
}
