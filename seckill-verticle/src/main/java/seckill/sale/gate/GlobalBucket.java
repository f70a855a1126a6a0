package seckill.sale.gate;

import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import java.util.List;
import seckill.contract.Addresses;
import seckill.contract.Json;
import seckill.contract.SeckillException;
import seckill.runtime.RedisLink;
import seckill.sale.BusDoor;
import seckill.sale.Requests;

/**
 * The bucket that all gateways share: a gateway takes tokens in chunks, for as many purchases as it
 * lets pass.
 *
 * <p>It stands in Redis alone and is refilled by the clock of Redis, so neither the number of
 * gateways nor a restart of any of them adds a token. Without its key it is full.
 */
public final class GlobalBucket {
  private static final long MOST = 10_000_000;

  private final RedisLink redis;

  public GlobalBucket(RedisLink redis) {
    this.redis = redis;
  }

  /** Answers {@link Addresses#BUCKET_LEASE}. */
  public void openAt(BusDoor door) {
    door.serve(Addresses.BUCKET_LEASE, body -> lease(Requests.json(body)));
  }

  private Future<JsonObject> lease(JsonObject request) {
    double perSecond = number(request, "perSecond");
    double burst = number(request, "burst");
    long want = Json.integer(request, "want", 0);
    if (burst < 1) {
      throw SeckillException.badRequest("burst must be at least 1");
    }
    if (want < 1 || want > MOST) {
      throw SeckillException.badRequest("want must be an integer from 1 to " + MOST);
    }
    return redis
        .eval(
            GateScript.BUCKET.lua(),
            GateScript.BUCKET.keys(redis.keys()),
            List.of(Double.toString(perSecond), Double.toString(burst), Long.toString(want)))
        .map(
            reply ->
                new JsonObject()
                    .put("granted", reply.get(0).toLong())
                    .put("nextMillis", reply.get(1).toLong()));
  }

  private static double number(JsonObject request, String field) {
    if (request.getValue(field) instanceof Number number) {
      double value = number.doubleValue();
      // Also false for what is not a number.
      if (value >= 0 && value <= MOST) {
        return value;
      }
    }
    throw SeckillException.badRequest(field + " must be a number from 0 to " + MOST);
  }
}
