package seckill.order.notice;

import io.vertx.core.json.JsonObject;
import java.time.Instant;

/**
 * What the buyer of one order is to be told.
 *
 * <p>All tries to send a notice show the same values, so that a receiver that keeps ids tells its
 * buyers once.
 *
 * @param id the same for all tries, and different for every event of every order
 * @param userId as the login token named the buyer
 * @param priceCents what the order costs
 * @param at when the event was written to the books
 */
public record Notice(
    String id,
    NoticeEvent event,
    String orderId,
    long itemId,
    String userId,
    long priceCents,
    Instant at) {

  /**
   * The id of the notice of an event of an order.
   *
   * @param batchId where the event is written down; it tells two of the same kind apart
   */
  static String idOf(String orderId, NoticeEvent event, long batchId) {
    String id = orderId + ':' + event.name();
    return event.isRepeatable() ? id + ':' + batchId : id;
  }

  /** {@code {id, event, orderId, itemId, userId, priceCents, at}}. */
  public JsonObject toJson() {
    return new JsonObject()
        .put("id", id)
        .put("event", event.name())
        .put("orderId", orderId)
        .put("itemId", Long.toString(itemId))
        .put("userId", userId)
        .put("priceCents", priceCents)
        .put("at", at.toString());
  }
}
