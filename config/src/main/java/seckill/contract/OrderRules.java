package seckill.contract;

import io.vertx.core.json.JsonObject;
import java.util.Set;

/**
 * What becomes of the orders of one item that are not paid.
 *
 * @param payWithinSeconds after which an unpaid order is closed, 0 for never, {@code null} for what
 *     the settings say
 * @param maxLapses orders of one user that may be cancelled or closed before the user may not buy
 *     again, 0 for any number, {@code null} for what the settings say
 */
public record OrderRules(Integer payWithinSeconds, Integer maxLapses) {
  /** All as the settings say. */
  public static final OrderRules USUAL = new OrderRules(null, null);

  /** The longest time to pay: a year. */
  public static final int MAX_PAY_WITHIN_SECONDS = 31_536_000;

  /** The largest number of lapses that is counted to. */
  public static final int MAX_LAPSES = 1000;

  private static final String PAY_WITHIN = "payWithinSeconds";
  private static final String LAPSES = "maxLapses";
  private static final Set<String> FIELDS = Set.of(PAY_WITHIN, LAPSES);

  public OrderRules {
    requireRange(PAY_WITHIN, payWithinSeconds, MAX_PAY_WITHIN_SECONDS);
    requireRange(LAPSES, maxLapses, MAX_LAPSES);
  }

  /**
   * Reads the JSON form, whose fields may all be absent.
   *
   * @param json {@code null} for {@link #USUAL}
   * @throws SeckillException BAD_REQUEST, naming the field
   */
  public static OrderRules fromJson(JsonObject json) {
    if (json == null) {
      return USUAL;
    }
    Json.requireOnly(json, FIELDS);
    return new OrderRules(count(json, PAY_WITHIN), count(json, LAPSES));
  }

  /** The JSON form, without what the settings say. */
  public JsonObject toJson() {
    JsonObject json = new JsonObject();
    if (payWithinSeconds != null) {
      json.put(PAY_WITHIN, payWithinSeconds);
    }
    if (maxLapses != null) {
      json.put(LAPSES, maxLapses);
    }
    return json;
  }

  /** These rules, with those of the settings where they say nothing. */
  public OrderRules or(OrderRules settings) {
    return new OrderRules(
        payWithinSeconds == null ? settings.payWithinSeconds : payWithinSeconds,
        maxLapses == null ? settings.maxLapses : maxLapses);
  }

  private static Integer count(JsonObject json, String field) {
    if (json.getValue(field) == null) {
      return null;
    }
    long value = Json.integer(json, field, 0);
    // Out of the range of an int is out of every range here.
    return value == (int) value ? (int) value : Integer.valueOf(-1);
  }

  private static void requireRange(String field, Integer value, int max) {
    if (value != null && (value < 0 || value > max)) {
      throw SeckillException.badRequest("orders." + field + " must be an integer from 0 to " + max);
    }
  }
}
