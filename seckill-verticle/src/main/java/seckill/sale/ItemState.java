package seckill.sale;

import io.vertx.core.json.JsonObject;

/**
 * What Redis says about an item now.
 *
 * @param status OPEN or PAUSED
 * @param stock units left; -1 if the stock key is missing or holds no number
 * @param acceptedTotal purchases ever accepted
 */
record ItemState(String status, long stock, long acceptedTotal) {

  JsonObject toJson(long itemId) {
    return new JsonObject()
        .put("itemId", Long.toString(itemId))
        .put("stock", stock)
        .put("status", status);
  }
}
