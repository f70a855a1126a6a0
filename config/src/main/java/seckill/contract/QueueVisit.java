package seckill.contract;

import io.vertx.core.json.JsonObject;

/**
 * One user who joins a waiting room or asks for a place in it.
 *
 * @param userId who
 * @param clickedAtMillis when the user says to have clicked, epoch milliseconds; 0 if not said
 */
public record QueueVisit(String userId, long clickedAtMillis) {
  /** The field of the click time. */
  public static final String CLICKED_AT = "clickedAt";

  /**
   * Reads the click time: positive epoch milliseconds as a JSON integer, or 0 if there is none.
   * Whether it is a possible one is decided where the time is known.
   *
   * @throws SeckillException BAD_REQUEST
   */
  public static long clickedAt(JsonObject json) {
    if (!json.containsKey(CLICKED_AT)) {
      return 0;
    }
    long clickedAt = Json.integer(json, CLICKED_AT, 0);
    if (clickedAt < 1) {
      throw SeckillException.badRequest(CLICKED_AT + " must be epoch milliseconds");
    }
    return clickedAt;
  }
}
