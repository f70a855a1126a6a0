package seckill.sale.unit;

import io.vertx.core.json.JsonObject;
import io.vertx.redis.client.Response;

/**
 * What came of a request about a unit.
 *
 * @param result the word of the script
 * @param stock units left; -1 if that is not known
 * @param detail the key that is in the way, or empty
 * @param opened whether a return opened an item that was closed as oversold
 */
record UnitReply(UnitResult result, long stock, String detail, boolean opened) {
  private static final int OPENED = 3;

  static UnitReply read(Response reply) {
    return new UnitReply(
        UnitResult.valueOf(reply.get(0).toString()),
        reply.get(1).toLong(),
        reply.get(2).toString(),
        reply.size() > OPENED && reply.get(OPENED).toInteger() == 1);
  }

  UnitReply with(UnitResult other) {
    return new UnitReply(other, stock, detail, opened);
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
