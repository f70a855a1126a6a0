package seckill.gateway.pages;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Which items share a page. */
final class PageGroups {
  /** More variants than that nobody can choose from, and the page would weigh too much. */
  private static final int MAX_VARIANTS = 100;

  private PageGroups() {}

  /** The items of each page, lowest id first, in the order of the list. */
  static List<List<ShownItem>> of(List<ShownItem> items) {
    Map<String, List<ShownItem>> pages = new LinkedHashMap<>();
    Stream<ShownItem> inOrder = items.stream().sorted(Comparator.comparingLong(ShownItem::itemId));
    inOrder.forEach(
        item -> {
          String group = item.page().group();
          List<ShownItem> page =
              group == null ? null : pages.computeIfAbsent(group, name -> new ArrayList<>());
          if (page != null && fits(page, item)) {
            page.add(item);
          } else {
            // No group has a name like this.
            pages.put("#" + item.itemId(), List.of(item));
          }
        });
    return pages.values().stream()
        .sorted(Comparator.comparing(page -> page.get(0).startAt(), Comparator.reverseOrder()))
        .toList();
  }

  private static boolean fits(List<ShownItem> page, ShownItem item) {
    return page.isEmpty()
        || page.size() < MAX_VARIANTS
            && page.get(0).page().variant().size() == item.page().variant().size();
  }
}
