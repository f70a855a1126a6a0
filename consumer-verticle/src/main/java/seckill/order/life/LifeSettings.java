package seckill.order.life;

import io.vertx.core.json.JsonObject;
import seckill.contract.OrderRules;

/**
 * How orders live.
 *
 * @param usual the rules of items that have none of their own
 * @param closeMillis how often unpaid orders are looked for
 * @param closeBatch orders that are closed in one transaction
 * @param closeItems items that are looked at in one go
 * @param landingWaitMillis how long a cancellation waits for an order that is being written
 * @param landingPollMillis how often it looks meanwhile
 * @param lookupTimeoutMillis how long the question may take whether an order is being written
 * @param maxWaiting cancellations that may wait at once
 * @param listOrders orders in one list of a user's
 * @param unknownMillis age of an order id from which a payment for it that nobody knows is alarming
 */
public record LifeSettings(
    OrderRules usual,
    long closeMillis,
    int closeBatch,
    int closeItems,
    long landingWaitMillis,
    long landingPollMillis,
    long lookupTimeoutMillis,
    int maxWaiting,
    int listOrders,
    long unknownMillis) {

  /** Reads the section {@code life}. */
  public static LifeSettings of(JsonObject settings) {
    JsonObject section = settings.getJsonObject("life");
    return new LifeSettings(
        new OrderRules(section.getInteger("payWithinSeconds"), section.getInteger("maxLapses")),
        section.getLong("closeMillis"),
        section.getInteger("closeBatch"),
        section.getInteger("closeItems"),
        section.getLong("landingWaitMillis"),
        section.getLong("landingPollMillis"),
        section.getLong("lookupTimeoutMillis"),
        section.getInteger("maxWaiting"),
        section.getInteger("listOrders"),
        section.getLong("unknownMillis"));
  }
}
