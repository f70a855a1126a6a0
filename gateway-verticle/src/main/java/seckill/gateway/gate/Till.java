package seckill.gateway.gate;

import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;

/** Asks the till. */
@FunctionalInterface
public interface Till {
  /** The reply's body; fails with a {@code SeckillException}. */
  Future<JsonObject> request(String address, JsonObject body);
}
