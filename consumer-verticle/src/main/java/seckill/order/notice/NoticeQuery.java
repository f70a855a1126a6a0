package seckill.order.notice;

import io.vertx.core.json.JsonObject;
import java.util.Set;
import seckill.contract.ItemIds;
import seckill.contract.Json;
import seckill.contract.SeckillException;

/**
 * Which single notices to list.
 *
 * @param state or {@code null} for all
 * @param itemId or {@code null} for all items
 * @param after where the page before ended
 * @param limit notices of a page
 */
record NoticeQuery(String state, Long itemId, long after, int limit) {
  static final int MAX_LIMIT = 1000;

  private static final Set<String> FIELDS = Set.of("state", "itemId", "after", "limit");
  private static final Set<String> STATES = Set.of("WAITING", "GIVEN_UP");
  private static final int DEFAULT_LIMIT = 100;

  static NoticeQuery of(JsonObject json) {
    Json.requireOnly(json, FIELDS);
    String state = Json.text(json, "state");
    if (state != null && !STATES.contains(state)) {
      throw SeckillException.badRequest("state must be WAITING or GIVEN_UP");
    }
    String after = Json.text(json, "after");
    if (after != null && !after.matches("[0-9]{1,18}")) {
      throw SeckillException.badRequest("after must be what the page before ended with");
    }
    long limit = Json.integer(json, "limit", DEFAULT_LIMIT);
    if (limit < 1 || limit > MAX_LIMIT) {
      throw SeckillException.badRequest("limit must be an integer from 1 to " + MAX_LIMIT);
    }
    return new NoticeQuery(
        state, itemId(json), after == null ? 0 : Long.parseLong(after), (int) limit);
  }

  /** The field {@code itemId}, or {@code null} if there is none. */
  static Long itemId(JsonObject json) {
    String item = Json.text(json, "itemId");
    return item == null ? null : (Long) ItemIds.parse(item);
  }
}
