package seckill.contract;

import io.vertx.core.json.JsonObject;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Set;

/**
 * What an operator says about an item: one SKU in one sale. A second round is a new item.
 *
 * @param itemId the item
 * @param sku the shop's stock-keeping unit
 * @param name shown to buyers
 * @param priceCents price in hundredths of the currency unit
 * @param totalStock units for sale
 * @param startAt first instant of the sale window
 * @param endAt first instant after the sale window
 * @param gate what stands between a buyer and the item
 * @param orders what becomes of orders that are not paid
 * @param page how it is shown
 */
public record ItemSpec(
    long itemId,
    String sku,
    String name,
    long priceCents,
    long totalStock,
    Instant startAt,
    Instant endAt,
    ItemGate gate,
    OrderRules orders,
    ItemPage page) {

  /** The largest stock of one item. */
  public static final long MAX_STOCK = 1_000_000_000L;

  /** The largest price, in cents. */
  public static final long MAX_PRICE_CENTS = 1_000_000_000_000L;

  /** The longest SKU, in UTF-8 bytes. */
  public static final int MAX_SKU_BYTES = 64;

  /** The longest name, in UTF-8 bytes. */
  public static final int MAX_NAME_BYTES = 400;

  private static final Set<String> FIELDS =
      Set.of(
          "itemId",
          "sku",
          "name",
          "priceCents",
          "totalStock",
          "startAt",
          "endAt",
          "gate",
          "orders",
          "page");

  // What DATETIME holds in every supported database.
  private static final Instant EARLIEST = Instant.parse("2000-01-01T00:00:00Z");
  private static final Instant LATEST = Instant.parse("9000-01-01T00:00:00Z");

  public ItemSpec {
    requireRange("priceCents", priceCents, MAX_PRICE_CENTS);
    requireRange("totalStock", totalStock, MAX_STOCK);
    requirePlain("sku", sku, MAX_SKU_BYTES);
    requirePlain("name", name, MAX_NAME_BYTES);
    if (!endAt.isAfter(startAt)) {
      throw SeckillException.badRequest("endAt must be after startAt");
    }
    requireStorable("startAt", startAt);
    requireStorable("endAt", endAt);
    if (gate.reservation() != null && gate.reservation().from().isAfter(endAt)) {
      throw SeckillException.badRequest("reservation.from must be before endAt");
    }
  }

  /** An item whose page shows what every item has. */
  public ItemSpec(
      long itemId,
      String sku,
      String name,
      long priceCents,
      long totalStock,
      Instant startAt,
      Instant endAt,
      ItemGate gate,
      OrderRules orders) {
    this(itemId, sku, name, priceCents, totalStock, startAt, endAt, gate, orders, ItemPage.PLAIN);
  }

  /** An item whose unpaid orders are treated as the settings say. */
  public ItemSpec(
      long itemId,
      String sku,
      String name,
      long priceCents,
      long totalStock,
      Instant startAt,
      Instant endAt,
      ItemGate gate) {
    this(itemId, sku, name, priceCents, totalStock, startAt, endAt, gate, OrderRules.USUAL);
  }

  /** An item with no more than the common layers of the gate before it. */
  public ItemSpec(
      long itemId,
      String sku,
      String name,
      long priceCents,
      long totalStock,
      Instant startAt,
      Instant endAt) {
    this(itemId, sku, name, priceCents, totalStock, startAt, endAt, ItemGate.OPEN);
  }

  /**
   * Reads the JSON form: all fields but {@code gate}, {@code orders} and {@code page} are needed,
   * ids as strings, numbers as integers, times in ISO-8601 with a zone offset.
   *
   * @throws SeckillException BAD_REQUEST, naming the field
   */
  public static ItemSpec fromJson(JsonObject json) {
    Json.requireOnly(json, FIELDS);
    return new ItemSpec(
        ItemIds.parse(json.getValue("itemId")),
        Json.text(json, "sku"),
        Json.text(json, "name"),
        Json.integer(json, "priceCents", -1),
        Json.integer(json, "totalStock", -1),
        instant(json, "startAt"),
        instant(json, "endAt"),
        ItemGate.fromJson(object(json, "gate")),
        OrderRules.fromJson(object(json, "orders")),
        ItemPage.fromJson(object(json, "page")));
  }

  /** The JSON form. */
  public JsonObject toJson() {
    JsonObject json =
        new JsonObject()
            .put("itemId", Long.toString(itemId))
            .put("sku", sku)
            .put("name", name)
            .put("priceCents", priceCents)
            .put("totalStock", totalStock)
            .put("startAt", startAt.toString())
            .put("endAt", endAt.toString())
            .put("gate", gate.toJson());
    if (!orders.equals(OrderRules.USUAL)) {
      json.put("orders", orders.toJson());
    }
    return page.equals(ItemPage.PLAIN) ? json : json.put("page", page.toJson());
  }

  private static JsonObject object(JsonObject json, String field) {
    Object value = json.getValue(field);
    if (value == null || value instanceof JsonObject) {
      return (JsonObject) value;
    }
    throw SeckillException.badRequest(field + " must be an object");
  }

  static void requireStorable(String field, Instant time) {
    if (time.isBefore(EARLIEST) || time.isAfter(LATEST)) {
      throw SeckillException.badRequest(field + " must lie between 2000 and 9000");
    }
  }

  /**
   * A time field with a zone offset, to the millisecond.
   *
   * @throws SeckillException BAD_REQUEST if it is missing or no such time
   */
  public static Instant instant(JsonObject json, String field) {
    String text = Json.text(json, field);
    try {
      if (text != null) {
        // Milliseconds are what Redis and MySQL keep.
        return Instant.ofEpochMilli(OffsetDateTime.parse(text).toInstant().toEpochMilli());
      }
    } catch (DateTimeException | ArithmeticException e) {
      // Told below, together with the missing ones.
    }
    throw SeckillException.badRequest(
        field
            + " must be an ISO-8601 time with a zone offset, like 2026-12-01T10:00:00+08:00, got "
            + Texts.quote(text));
  }

  private static void requireRange(String field, long value, long max) {
    if (value < 0 || value > max) {
      throw SeckillException.badRequest(field + " must be an integer from 0 to " + max);
    }
  }

  private static void requirePlain(String field, String text, int maxBytes) {
    if (!Texts.isPlain(text, maxBytes)) {
      throw SeckillException.badRequest(
          field + " must be 1 to " + maxBytes + " bytes of text without control characters");
    }
  }
}
