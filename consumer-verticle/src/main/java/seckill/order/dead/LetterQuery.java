package seckill.order.dead;

import io.vertx.core.json.JsonObject;
import java.util.Set;
import seckill.contract.ItemIds;
import seckill.contract.Json;
import seckill.contract.SeckillException;

/**
 * Which dead letters to list.
 *
 * @param itemId or {@code null} for all items
 * @param state or {@code null} for every state
 * @param after the letter after which the page begins
 * @param limit letters of a page
 */
record LetterQuery(Long itemId, LetterState state, long after, int limit) {
  private static final Set<String> FIELDS = Set.of("itemId", "state", "after", "limit");
  private static final int DEFAULT_LIMIT = 100;
  private static final int MAX_LIMIT = 1000;
  private static final int MAX_DIGITS = 18;

  static LetterQuery of(JsonObject json) {
    Json.requireOnly(json, FIELDS);
    String item = Json.text(json, "itemId");
    String after = Json.text(json, "after");
    long limit = Json.integer(json, "limit", DEFAULT_LIMIT);
    if (limit < 1 || limit > MAX_LIMIT) {
      throw SeckillException.badRequest("limit must be an integer from 1 to " + MAX_LIMIT);
    }
    return new LetterQuery(
        item == null ? null : (Long) ItemIds.parse(item),
        LetterState.parse(Json.text(json, "state")),
        after == null ? 0 : letterId("after", after),
        (int) limit);
  }

  /** Reads the number of a letter. */
  static long letterId(String field, String text) {
    if (text == null || text.length() > MAX_DIGITS || !text.matches("0|[1-9][0-9]*")) {
      throw SeckillException.badRequest(field + " must be the id of a dead letter");
    }
    return Long.parseLong(text);
  }
}
