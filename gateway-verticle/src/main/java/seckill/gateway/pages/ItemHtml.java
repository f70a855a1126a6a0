package seckill.gateway.pages;

import static seckill.gateway.pages.Template.escape;

import java.text.NumberFormat;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import seckill.contract.ItemPage;
import seckill.contract.PageText;

/** The parts of a page that tell of items, in one language. */
final class ItemHtml {
  private static final DateTimeFormatter MINUTES =
      DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm", Locale.ROOT);
  private static final int CENTS = 100;

  private final Language language;
  private final Words words;
  private final PageSettings settings;
  private final Assets assets;
  private final NumberFormat prices;

  ItemHtml(Language language, Words words, PageSettings settings, Assets assets) {
    this.language = language;
    this.words = words;
    this.settings = settings;
    this.assets = assets;
    this.prices =
        NumberFormat.getCurrencyInstance(
            language == Language.ZH ? Locale.SIMPLIFIED_CHINESE : Locale.US);
    prices.setCurrency(settings.currency());
  }

  /** What fills the template of an item's page. */
  Map<String, String> values(List<ShownItem> variants, String root) {
    ShownItem first = variants.get(0);
    Map<String, String> values = new HashMap<>();
    values.put("title", first.title(language));
    values.put("description", description(first));
    values.put("pictures", pictures(first, root));
    values.put("price", price(first));
    values.put("window", time(first.startAt()) + " – " + time(first.endAt()));
    values.put("chooser", chooser(variants));
    values.put("variants", entries(variants));
    return values;
  }

  /** A sentence for those who search. */
  String summary(List<ShownItem> variants) {
    PageText description = variants.get(0).page().description();
    return description == null ? variants.get(0).title(language) : language.of(description);
  }

  /** The entry of a page in the list of all pages. */
  String card(List<ShownItem> variants, String root) {
    ShownItem first = variants.get(0);
    ShownItem cheapest =
        variants.stream()
            .min((one, other) -> Long.compare(one.priceCents(), other.priceCents()))
            .orElse(first);
    String price =
        variants.size() == 1
            ? price(first)
            : words.get("list.from").replace("{0}", price(cheapest));
    List<String> pictures = first.page().pictures();
    return "<li data-start=\""
        + first.startAt().toEpochMilli()
        + "\" data-end=\""
        + first.endAt().toEpochMilli()
        + "\"><a href=\"items/"
        + first.itemId()
        + "/\">"
        + (pictures.isEmpty() ? "" : picture(pictures.get(0), "", root, true))
        + "<h2>"
        + escape(first.title(language))
        + "</h2><p class=\"price\"><strong>"
        + escape(price)
        + "</strong></p><p class=\"when\">"
        + time(first.startAt())
        + "</p></a></li>\n";
  }

  private String description(ShownItem item) {
    PageText description = item.page().description();
    return description == null ? "" : "<p>" + escape(language.of(description)) + "</p>";
  }

  private String pictures(ShownItem item, String root) {
    StringBuilder html = new StringBuilder();
    for (String name : item.page().pictures()) {
      // The first one is what people come for; the others wait until they are seen.
      html.append(picture(name, item.title(language), root, !html.isEmpty()));
    }
    return html.toString();
  }

  // One that the gateway does not have is left out: a broken picture tells nobody anything.
  private String picture(String name, String alternative, String root, boolean lazy) {
    String file = assets.file(name);
    return file == null
        ? ""
        : "<img src=\""
            + root
            + "assets/"
            + file
            + "\" alt=\""
            + escape(alternative)
            + "\" width=\"400\" height=\"400\""
            + (lazy ? " loading=\"lazy\">" : ">");
  }

  private String price(ShownItem item) {
    synchronized (prices) {
      return prices.format(item.priceCents() / (double) CENTS);
    }
  }

  private String time(Instant instant) {
    OffsetDateTime local = instant.atZone(settings.zone()).toOffsetDateTime();
    String offset = local.getOffset().equals(ZoneOffset.UTC) ? "" : local.getOffset().getId();
    return "<time datetime=\""
        + instant
        + "\" data-at=\""
        + instant.toEpochMilli()
        + "\">"
        + MINUTES.format(local)
        + " (UTC"
        + offset
        + ")</time>";
  }

  /** What can be chosen at each of the places where the variants differ. */
  private static List<List<PageText>> axes(List<ShownItem> variants) {
    List<List<PageText>> axes = new ArrayList<>();
    for (int i = 0; i < variants.get(0).page().variant().size(); i++) {
      int axis = i;
      axes.add(
          List.copyOf(
              variants.stream()
                  .map(item -> item.page().variant().get(axis).is())
                  .collect(Collectors.toCollection(LinkedHashSet::new))));
    }
    return axes;
  }

  private String chooser(List<ShownItem> variants) {
    StringBuilder html = new StringBuilder();
    List<List<PageText>> axes = axes(variants);
    for (int axis = 0; axis < axes.size(); axis++) {
      ItemPage.Choice choice = variants.get(0).page().variant().get(axis);
      html.append("<fieldset><legend>")
          .append(escape(language.of(choice.of())))
          .append("</legend><div class=\"choices\">\n");
      for (int value = 0; value < axes.get(axis).size(); value++) {
        html.append("<label><input type=\"radio\" name=\"axis")
            .append(axis)
            .append("\" data-axis=\"")
            .append(axis)
            .append("\" value=\"")
            .append(value)
            .append("\"><span>")
            .append(escape(language.of(axes.get(axis).get(value))))
            .append("</span><small></small></label>\n");
      }
      html.append("</div></fieldset>\n");
    }
    return html.toString();
  }

  /** What the script has to know of each variant. */
  private String entries(List<ShownItem> variants) {
    List<List<PageText>> axes = axes(variants);
    StringBuilder html = new StringBuilder();
    for (ShownItem item : variants) {
      List<String> choice = new ArrayList<>();
      for (int axis = 0; axis < axes.size(); axis++) {
        choice.add(Integer.toString(axes.get(axis).indexOf(item.page().variant().get(axis).is())));
      }
      html.append("<li data-item=\"")
          .append(item.itemId())
          .append("\" data-price=\"")
          .append(escape(price(item)))
          .append("\" data-start=\"")
          .append(item.startAt().toEpochMilli())
          .append("\" data-end=\"")
          .append(item.endAt().toEpochMilli())
          .append("\" data-choice=\"")
          .append(String.join(" ", choice))
          .append("\"></li>\n");
    }
    return html.toString();
  }
}
