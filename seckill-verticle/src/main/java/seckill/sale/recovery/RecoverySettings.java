package seckill.sale.recovery;

import io.vertx.core.json.JsonObject;

/**
 * How a Redis that came back as another is dealt with; names, ranges and defaults are in {@code
 * recovery.schema.json}.
 *
 * @param byOperator whether an operator says that it sells, once everything is built
 * @param leaseMillis after which a till that does not show itself is replaced
 * @param pollMillis how often those who wait look
 * @param itemsAtOnce items that are built at a time
 */
public record RecoverySettings(
    boolean byOperator, long leaseMillis, long pollMillis, int itemsAtOnce) {
  public static final String SECTION = "recovery";

  public static RecoverySettings of(JsonObject settings) {
    JsonObject section = settings.getJsonObject(SECTION);
    return new RecoverySettings(
        section.getString("open").equals("operator"),
        section.getLong("leaseMillis"),
        section.getLong("pollMillis"),
        section.getInteger("itemsAtOnce"));
  }
}
