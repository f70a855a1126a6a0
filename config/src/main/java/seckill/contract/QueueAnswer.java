package seckill.contract;

import io.vertx.core.json.JsonObject;
import java.time.Instant;

/** What a {@link QueueVisit} hears. */
public sealed interface QueueAnswer {

  /** The JSON form: {@code state} of those who are in the room, {@code code} of a refusal. */
  JsonObject toJson();

  /** How likely a unit is left when the user's turn comes; the rule is in the till's settings. */
  enum Chance {
    /** A unit for everybody who is before the user. */
    GOOD,
    /** Likely, since not everybody who is admitted buys. */
    FAIR,
    /** Only if unusually many do not buy. */
    POOR,
    /** Next to none. */
    NONE
  }

  /**
   * The user waits.
   *
   * @param position from 1
   * @param estimateSeconds until the admission; negative if it cannot be told
   * @param chance that a unit is left then
   * @param pollAfterMillis when to ask again
   */
  record Waiting(long position, long estimateSeconds, Chance chance, long pollAfterMillis)
      implements QueueAnswer {

    @Override
    public JsonObject toJson() {
      JsonObject json =
          new JsonObject()
              .put("state", "WAITING")
              .put("position", position)
              .put("ahead", position - 1);
      if (estimateSeconds >= 0) {
        json.put("estimateSeconds", estimateSeconds);
      }
      return json.put("chance", chance.name()).put("pollAfterMillis", pollAfterMillis);
    }
  }

  /**
   * The user may buy.
   *
   * @param untilMillis first instant after the admission, epoch milliseconds
   * @param pollAfterMillis when to ask again
   */
  record Admitted(long untilMillis, long pollAfterMillis) implements QueueAnswer {

    @Override
    public JsonObject toJson() {
      return new JsonObject()
          .put("state", "ADMITTED")
          .put("admittedUntil", Instant.ofEpochMilli(untilMillis).toString())
          .put("pollAfterMillis", pollAfterMillis);
    }
  }

  /**
   * The user is not in the room.
   *
   * @param outcome why
   * @param orderId of the unit that the user holds, for DUPLICATE; otherwise {@code null}
   * @param opensAtMillis when the room opens, for NOT_STARTED; otherwise 0
   */
  record Refused(Outcome outcome, String orderId, long opensAtMillis) implements QueueAnswer {

    @Override
    public JsonObject toJson() {
      JsonObject json = new JsonObject().put("code", outcome.name());
      if (orderId != null) {
        json.put("orderId", orderId);
      }
      if (opensAtMillis > 0) {
        json.put("startAt", Instant.ofEpochMilli(opensAtMillis).toString());
      }
      return json;
    }
  }
}
