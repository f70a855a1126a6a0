package seckill.order.outbox;

import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonObject;

/**
 * What has to be done about one order's unit in Redis.
 *
 * @param kind what
 * @param itemId the item
 * @param orderId the order
 * @param userId the bytes of its buyer's id
 * @param payload what the kind needs besides
 */
public record UnitTask(Kind kind, long itemId, String orderId, Buffer userId, JsonObject payload) {
  private static final String UNIT = "unit";
  private static final String RIGHT = "right";
  private static final String PAYMENT_ID = "paymentId";

  /** What can be done about a unit. */
  public enum Kind {
    /** The unit goes back to the shelf, and the buyer may buy again. */
    UNIT_RETURN,
    /** A unit is taken again for an order that had lost its own. */
    UNIT_TAKE
  }

  /**
   * Gives a unit back.
   *
   * @param unit whether there is a unit to give back
   * @param right whether the user may buy again
   */
  public static UnitTask giveBack(
      long itemId, String orderId, Buffer userId, boolean unit, boolean right) {
    JsonObject payload = new JsonObject().put(UNIT, unit).put(RIGHT, right);
    return new UnitTask(Kind.UNIT_RETURN, itemId, orderId, userId, payload);
  }

  /** Takes a unit again for the payment with this id. */
  public static UnitTask takeAgain(long itemId, String orderId, Buffer userId, String paymentId) {
    JsonObject payload = new JsonObject().put(PAYMENT_ID, paymentId);
    return new UnitTask(Kind.UNIT_TAKE, itemId, orderId, userId, payload);
  }

  boolean unit() {
    return payload.getBoolean(UNIT, true);
  }

  boolean right() {
    return payload.getBoolean(RIGHT, true);
  }

  /** For which payment a unit is taken again. */
  public String paymentId() {
    return payload.getString(PAYMENT_ID);
  }
}
