package seckill.contract;

import java.util.Map;

/**
 * One accepted purchase on its way to MySQL: the fields of a stream entry.
 *
 * @param orderId the order
 * @param itemId the item
 * @param userId the buyer
 * @param priceCents the price at the moment of purchase
 * @param purchasedAtMillis epoch milliseconds by the clock of Redis
 * @param reference the shop's own note, empty if none
 */
public record OrderMessage(
    String orderId,
    long itemId,
    String userId,
    long priceCents,
    long purchasedAtMillis,
    String reference) {

  public static final String ORDER_ID = "order_id";
  public static final String ITEM_ID = "item_id";
  public static final String USER_ID = "user_id";
  public static final String PRICE_CENTS = "price_cents";
  public static final String PURCHASED_AT = "purchased_at";
  public static final String REFERENCE = "reference";

  /**
   * Reads a stream entry.
   *
   * @throws SeckillException BAD_REQUEST, naming the field that is missing or wrong
   */
  public static OrderMessage fromFields(Map<String, String> fields) {
    String reference = fields.getOrDefault(REFERENCE, "");
    if (!reference.isEmpty()) {
      PurchaseAttempt.requireReference(reference);
    }
    return new OrderMessage(
        OrderIds.require(fields.get(ORDER_ID)),
        ItemIds.parse(fields.get(ITEM_ID)),
        UserIds.require(fields.get(USER_ID)),
        count(fields, PRICE_CENTS),
        count(fields, PURCHASED_AT),
        reference);
  }

  private static long count(Map<String, String> fields, String field) {
    String text = fields.get(field);
    try {
      long value = Long.parseLong(text);
      if (value >= 0) {
        return value;
      }
    } catch (NumberFormatException e) {
      // Told below, together with the negative ones.
    }
    throw SeckillException.badRequest(
        field + " must be a non-negative integer, got " + Texts.quote(text));
  }
}
