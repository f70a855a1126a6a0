package seckill.contract;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * How one item is shown on its page. Items that share a group are the variants on one page; each of
 * them is an item like any other.
 *
 * @param group what the variants share, or {@code null} for an item with a page of its own
 * @param title of the page, or {@code null} for the item's name
 * @param description or {@code null}
 * @param pictures file names; the gateway has the pictures
 * @param variant what sets the item apart within its group, outermost first; empty without a group
 */
public record ItemPage(
    String group,
    PageText title,
    PageText description,
    List<String> pictures,
    List<Choice> variant) {
  /** Nothing but what every item has. */
  public static final ItemPage PLAIN = new ItemPage(null, null, null, List.of(), List.of());

  private static final int MAX_TITLE_BYTES = 200;
  private static final int MAX_DESCRIPTION_BYTES = 900;
  private static final int MAX_LABEL_BYTES = 60;
  private static final int MAX_PICTURES = 6;
  private static final int MAX_CHOICES = 4;

  private static final String GROUP = "group";
  private static final String TITLE = "title";
  private static final String DESCRIPTION = "description";
  private static final String PICTURES = "pictures";
  private static final String VARIANT = "variant";
  private static final String OF = "of";
  private static final String IS = "is";
  private static final Set<String> FIELDS = Set.of(GROUP, TITLE, DESCRIPTION, PICTURES, VARIANT);
  private static final Set<String> CHOICE_FIELDS = Set.of(OF, IS);
  private static final Pattern NAME = Pattern.compile("[a-z0-9][a-z0-9-]{0,39}");
  private static final Pattern PICTURE =
      Pattern.compile("[a-z0-9][a-z0-9_-]{0,59}\\.(svg|png|jpg|webp)");

  /**
   * One thing that a buyer chooses.
   *
   * @param of what is chosen, such as the colour
   * @param is what it is for this item, such as black
   */
  public record Choice(PageText of, PageText is) {}

  public ItemPage {
    pictures = List.copyOf(pictures);
    variant = List.copyOf(variant);
    if ((group == null) != variant.isEmpty()) {
      throw SeckillException.badRequest("page.group and page.variant belong together");
    }
    if (group != null && !NAME.matcher(group).matches()) {
      throw SeckillException.badRequest(
          "page.group must be 1 to 40 of a-z, 0-9 and -, got " + Texts.quote(group));
    }
    for (String picture : pictures) {
      if (!PICTURE.matcher(picture).matches()) {
        throw SeckillException.badRequest(
            "page.pictures must be file names like bottle.svg (also png, jpg, webp), got "
                + Texts.quote(picture));
      }
    }
    if (pictures.size() > MAX_PICTURES || new HashSet<>(pictures).size() < pictures.size()) {
      throw SeckillException.badRequest(
          "page.pictures must be at most " + MAX_PICTURES + ", each of them once");
    }
    if (variant.size() > MAX_CHOICES) {
      throw SeckillException.badRequest("page.variant must be at most " + MAX_CHOICES + " choices");
    }
  }

  /**
   * Reads the JSON form, whose fields may all be absent.
   *
   * @param json {@code null} for {@link #PLAIN}
   * @throws SeckillException BAD_REQUEST, naming the field
   */
  public static ItemPage fromJson(JsonObject json) {
    if (json == null) {
      return PLAIN;
    }
    Json.requireOnly(json, FIELDS);
    List<String> pictures = new ArrayList<>();
    for (Object picture : list(json, PICTURES)) {
      pictures.add(picture instanceof String name ? name : "");
    }
    List<Choice> variant = new ArrayList<>();
    for (Object choice : list(json, VARIANT)) {
      variant.add(choice(choice));
    }
    return new ItemPage(
        Json.text(json, GROUP),
        PageText.fromJson("page.title", json.getValue(TITLE), MAX_TITLE_BYTES),
        PageText.fromJson("page.description", json.getValue(DESCRIPTION), MAX_DESCRIPTION_BYTES),
        pictures,
        variant);
  }

  private static Choice choice(Object value) {
    if (value instanceof JsonObject choice) {
      Json.requireOnly(choice, CHOICE_FIELDS);
      PageText of = PageText.fromJson("page.variant.of", choice.getValue(OF), MAX_LABEL_BYTES);
      PageText is = PageText.fromJson("page.variant.is", choice.getValue(IS), MAX_LABEL_BYTES);
      if (of != null && is != null) {
        return new Choice(of, is);
      }
    }
    throw SeckillException.badRequest("page.variant must be a list of objects with of and is");
  }

  private static JsonArray list(JsonObject json, String field) {
    Object value = json.getValue(field);
    if (value == null) {
      return new JsonArray();
    }
    if (value instanceof JsonArray list) {
      return list;
    }
    throw SeckillException.badRequest("page." + field + " must be a list");
  }

  /** The JSON form, without what is absent. */
  public JsonObject toJson() {
    JsonObject json = new JsonObject();
    if (group != null) {
      json.put(GROUP, group);
    }
    if (title != null) {
      json.put(TITLE, title.toJson());
    }
    if (description != null) {
      json.put(DESCRIPTION, description.toJson());
    }
    if (!pictures.isEmpty()) {
      json.put(PICTURES, new JsonArray(pictures));
    }
    if (!variant.isEmpty()) {
      JsonArray choices = new JsonArray();
      variant.forEach(
          choice ->
              choices.add(
                  new JsonObject().put(OF, choice.of().toJson()).put(IS, choice.is().toJson())));
      json.put(VARIANT, choices);
    }
    return json;
  }

  /** The same page in another group; one without a group stays without. */
  public ItemPage inGroup(String other) {
    return group == null ? this : new ItemPage(other, title, description, pictures, variant);
  }
}
