package seckill.order;

import io.vertx.core.json.JsonObject;

/** Settings of a consumer in tests: what waits in a sale is quick here. */
final class SaleSettings {
  private SaleSettings() {}

  static JsonObject quick(String redisUrl, String mysqlUrl) {
    return new JsonObject()
        .put("redis", new JsonObject().put("url", redisUrl).put("reconnectMaxMillis", 200))
        .put("mysql", new JsonObject().put("url", mysqlUrl))
        .put("outbox", new JsonObject())
        .put("life", new JsonObject().put("payWithinSeconds", 0))
        .put(
            "consumer",
            new JsonObject()
                .put("maxBatch", 100)
                .put("blockMillis", 50)
                .put("discoverMillis", 100)
                .put("claimMillis", 100)
                .put("claimIdleMillis", 60_000)
                .put("retryMinMillis", 10)
                .put("retryMaxMillis", 200)
                .put("stopTimeoutMillis", 5_000))
        .put(
            "notify",
            new JsonObject()
                .put("pollMillis", 20)
                .put("pauseMaxMillis", 100)
                .put("retryMinMillis", 10)
                .put("retryMaxMillis", 100));
  }
}
