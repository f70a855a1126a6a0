package seckill.sale.unit;

import io.vertx.core.json.JsonObject;
import io.vertx.redis.client.Response;

/**
 * What came of a request about a unit.
 *
 * @param result the word of the script
 * @param stock units left; -1 if that is not known
 * @param detail the key that is in the way, or empty
 */
record UnitReply(UnitResult result, long stock, String detail) {

  static UnitReply read(Response reply) {
    return new UnitReply(
        UnitResult.valueOf(reply.get(0).toString()),
        reply.get(1).toLong(),
        reply.get(2).toString());
  }

  UnitReply with(UnitResult other) {
    return new UnitReply(other, stock, detail);
  }

  JsonObject toJson() {
    JsonObject json = new JsonObject().put("result", result.name());
    if (stock >= 0) {
      json.put("stock", stock);
    }
    if (!detail.isEmpty()) {
      json.put("detail", detail);
    }
    return json;
  }
}
