package seckill.reconcile;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.time.Instant;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The dead letters of an item that nobody has decided about. Books with them may balance, since a
 * dead letter is one of the two ends of a purchase; but its buyer waits for a person.
 *
 * @param count exactly how many
 * @param letters the oldest, at most as many as the settings allow
 */
record OpenLetters(long count, List<Letter> letters) {
  private static final String ADVICE = "replay or discard them: their buyers wait for a decision";

  static final OpenLetters NONE = new OpenLetters(0, List.of());

  /**
   * One of them.
   *
   * @param orderId the order, or {@code null} if the message names none
   * @param userId the buyer, or {@code null} if the message names none
   */
  record Letter(long id, String orderId, String userId, String reason, Instant createdAt) {
    private JsonObject toJson() {
      return new JsonObject()
          .put("id", Long.toString(id))
          .put("orderId", orderId)
          .put("userId", userId)
          .put("reason", reason)
          .put("createdAt", createdAt.toString());
    }
  }

  /** What to write into a log. */
  String words() {
    return count
        + letters.stream()
            .map(letter -> letter.id() + " " + letter.reason())
            .collect(Collectors.joining("; ", " (", ")"));
  }

  JsonObject toJson() {
    JsonObject json =
        new JsonObject()
            .put("count", count)
            .put("letters", new JsonArray(letters.stream().map(Letter::toJson).toList()));
    return count == 0 ? json : json.put("advice", ADVICE);
  }
}
