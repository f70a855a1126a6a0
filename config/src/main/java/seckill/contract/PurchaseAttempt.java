package seckill.contract;

import io.vertx.core.json.JsonObject;

/**
 * One try to buy one unit.
 *
 * @param itemId the item
 * @param userId the buyer, checked by {@link UserIds}
 * @param orderId given before the attempt is sent, so that even a timeout leaves a number to ask
 *     for
 * @param fingerprint of the idempotency key, empty if the buyer sent none ({@link Idempotency})
 * @param reference the shop's own note that travels into the order (cart, address, campaign), empty
 *     if none
 * @param deadlineMillis epoch milliseconds after which the attempt is dropped untouched
 */
public record PurchaseAttempt(
    long itemId,
    String userId,
    String orderId,
    String fingerprint,
    String reference,
    long deadlineMillis) {

  /** The longest reference, in UTF-8 bytes. */
  public static final int MAX_REFERENCE_BYTES = 64;

  /**
   * Reads the JSON form: {@code itemId}, {@code userId}, {@code orderId} and, as the client wishes,
   * {@code idempotencyKey}, {@code reference}, {@code quantity} (only 1) and {@code
   * deadlineMillis}.
   *
   * @throws SeckillException BAD_REQUEST, naming the field
   */
  public static PurchaseAttempt fromJson(JsonObject json) {
    if (Json.integer(json, "quantity", 1) != 1) {
      throw SeckillException.badRequest("quantity must be 1");
    }
    String reference = requireReference(json.getValue("reference"));
    return new PurchaseAttempt(
        ItemIds.parse(json.getValue("itemId")),
        UserIds.require(Json.text(json, "userId")),
        OrderIds.require(Json.text(json, "orderId")),
        Idempotency.fingerprint(Json.text(json, "idempotencyKey"), reference),
        reference,
        Json.integer(json, "deadlineMillis", Long.MAX_VALUE));
  }

  /**
   * Returns a reference if it is one; absent is the empty text.
   *
   * @throws SeckillException BAD_REQUEST
   */
  public static String requireReference(Object json) {
    if (json == null) {
      return "";
    }
    if (json instanceof String text && Texts.isPlain(text, MAX_REFERENCE_BYTES)) {
      return text;
    }
    throw SeckillException.badRequest(
        "reference must be 1 to "
            + MAX_REFERENCE_BYTES
            + " bytes of text without control characters");
  }
}
