package seckill.contract;

import io.vertx.core.json.JsonObject;
import java.util.Set;

/**
 * A question for one page of a list that begins with the latest: {@code {itemId?, before?,
 * limit?}}.
 *
 * @param itemId only what is about this item; {@code null} for all
 * @param before only what has a lower id
 * @param limit how much at most
 */
public record LatestQuery(Long itemId, long before, int limit) {
  /** How much is told if nothing is said. */
  public static final int USUAL_LIMIT = 50;

  /** How much is told at most. */
  public static final int MAX_LIMIT = 500;

  private static final Set<String> FIELDS = Set.of("itemId", "before", "limit");

  /** Reads a request; throws BAD_REQUEST naming what is wrong. */
  public static LatestQuery of(Object body) {
    if (!(body instanceof JsonObject json)) {
      throw SeckillException.badRequest("the question must be an object");
    }
    Json.requireOnly(json, FIELDS);
    Object item = json.getValue("itemId");
    return new LatestQuery(item == null ? null : ItemIds.parse(item), before(json), limit(json));
  }

  private static long before(JsonObject json) {
    String before = Json.text(json, "before");
    if (before == null) {
      return Long.MAX_VALUE;
    }
    if (!before.matches("[0-9]{1,18}")) {
      throw SeckillException.badRequest("before must be the 'before' of the page before");
    }
    return Long.parseLong(before);
  }

  private static int limit(JsonObject json) {
    Object limit = json.getValue("limit", USUAL_LIMIT);
    if (!(limit instanceof Integer number) || number < 1 || number > MAX_LIMIT) {
      throw SeckillException.badRequest("limit must be an integer from 1 to " + MAX_LIMIT);
    }
    return number;
  }
}
