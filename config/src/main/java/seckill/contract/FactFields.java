package seckill.contract;

import io.vertx.core.json.JsonObject;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Set;

/** Which fields a published fact must have for anybody to act on it. */
public final class FactFields {
  private static final Set<String> ITEM_STATUSES = Set.of("DRAFT", "OPEN", "PAUSED");
  private static final Set<String> SALE_STATUSES = Set.of("OPEN", "PAUSED");
  private static final String STATUS = "status";

  private FactFields() {}

  /**
   * Returns if a fact of an address has the fields that its readers need.
   *
   * @throws SeckillException BAD_REQUEST naming the field
   */
  public static void require(String address, JsonObject fact) {
    switch (address) {
      case Addresses.EVENT_PREHEATED,
          Addresses.EVENT_RESTOCKED,
          Addresses.EVENT_SOLD_OUT,
          Addresses.EVENT_ITEM_PAGE,
          Addresses.EVENT_ORDER_LANDED ->
          requireItem(fact);
      case Addresses.EVENT_ITEM_STATUS -> {
        requireItem(fact);
        requireStatus(fact, ITEM_STATUSES);
      }
      case Addresses.EVENT_SALE_STATUS -> requireStatus(fact, SALE_STATUSES);
      case Addresses.EVENT_ORDER_STATUS -> {
        requireItem(fact);
        OrderIds.require(Json.text(fact, "orderId"));
      }
      case Addresses.EVENT_GATE -> requireVersion(fact);
      case Addresses.EVENT_RECONCILED -> requireTime(fact, "finishedAt");
      default -> {
        // Whoever listens to another address reads all of its fields, and says what is wrong.
      }
    }
  }

  private static void requireItem(JsonObject fact) {
    ItemIds.parse(fact.getValue("itemId"));
  }

  private static void requireStatus(JsonObject fact, Set<String> known) {
    if (!(fact.getValue(STATUS) instanceof String status) || !known.contains(status)) {
      throw SeckillException.badRequest(
          "status must be one of " + known.stream().sorted().toList());
    }
  }

  private static void requireVersion(JsonObject fact) {
    if (Json.integer(fact, "version", -1) < 0) {
      throw SeckillException.badRequest("version must be an integer from 0");
    }
  }

  private static void requireTime(JsonObject fact, String field) {
    String text = Json.text(fact, field);
    try {
      Instant.parse(text == null ? "" : text);
    } catch (DateTimeException e) {
      throw SeckillException.badRequest(field + " must be a time");
    }
  }
}
