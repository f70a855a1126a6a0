package seckill.sale.unit;

import io.vertx.core.json.JsonObject;
import seckill.contract.ItemIds;
import seckill.contract.Json;
import seckill.contract.OrderIds;
import seckill.contract.SeckillException;
import seckill.contract.TimeLeft;
import seckill.contract.UserIds;

/**
 * Which order's unit a request is about.
 *
 * @param seq grows with every request about the order; a lower one that comes later is too late
 * @param endNanos when the sender gives up, as {@link TimeLeft} counts inside a process
 * @param untilMillis when it may not be carried out any more, epoch milliseconds by the clock of
 *     Redis; 0 for no such moment
 */
record UnitRequest(
    long itemId, String userId, String orderId, long seq, long endNanos, long untilMillis) {
  /** What a script reads exactly. */
  private static final long MAX_SEQ = 999_999_999_999_999L;

  /**
   * Reads the JSON form.
   *
   * @param nowNanos by {@link System#nanoTime}
   * @throws SeckillException BAD_REQUEST, naming the field
   */
  static UnitRequest fromJson(JsonObject json, long nowNanos) {
    long seq = Json.integer(json, "seq", -1);
    if (seq < 0 || seq > MAX_SEQ) {
      throw SeckillException.badRequest("seq must be an integer from 0 to " + MAX_SEQ);
    }
    long untilMillis = Json.integer(json, "untilMillis", 0);
    if (untilMillis < 0 || untilMillis > MAX_SEQ) {
      throw SeckillException.badRequest("untilMillis must be an integer from 0 to " + MAX_SEQ);
    }
    return new UnitRequest(
        ItemIds.parse(json.getValue("itemId")),
        UserIds.require(Json.text(json, "userId")),
        OrderIds.require(Json.text(json, "orderId")),
        seq,
        TimeLeft.endNanos(TimeLeft.of(json), nowNanos),
        untilMillis);
  }

  /**
   * A field that is true or false, and true if absent.
   *
   * @throws SeckillException BAD_REQUEST if it is something else
   */
  static boolean isWanted(JsonObject json, String field) {
    Object value = json.getValue(field, true);
    if (value instanceof Boolean wanted) {
      return wanted;
    }
    throw SeckillException.badRequest(field + " must be true or false");
  }
}
