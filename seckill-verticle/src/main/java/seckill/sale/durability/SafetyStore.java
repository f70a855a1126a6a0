package seckill.sale.durability;

import io.vertx.core.Future;
import io.vertx.redis.client.Command;
import io.vertx.redis.client.Request;
import io.vertx.redis.client.Response;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import seckill.runtime.RedisLink;

/** Asks Redis how safe its data are. */
final class SafetyStore {
  private static final String MARK = "1";
  private static final long MARK_LIVES_MILLIS = TimeUnit.MINUTES.toMillis(1);

  private final RedisLink redis;

  SafetyStore(RedisLink redis) {
    this.redis = redis;
  }

  /**
   * The number of replicas that have everything that Redis answered before this call.
   *
   * @param replicas to wait for
   * @param millis how long
   */
  Future<Long> replicated(int replicas, long millis) {
    return afterMark(Request.cmd(Command.WAIT).arg(replicas).arg(millis)).map(Response::toLong);
  }

  // WAIT speaks of what its own connection has written. So a mark is written on it first, which
  // comes after all that was answered on others: replication has one order.
  private Future<Response> afterMark(Request wait) {
    Future<Response> marked =
        redis.send(
            Request.cmd(Command.SET)
                .arg(redis.keys().durableMark())
                .arg(MARK)
                .arg("PX")
                .arg(MARK_LIVES_MILLIS));
    Future<Response> waited = redis.send(wait);
    return marked.compose(written -> waited);
  }

  /** The settings of the append-only file, by name. */
  Future<Map<String, String>> fileSettings() {
    return redis
        .send(Request.cmd(Command.CONFIG).arg("GET").arg("*append*"))
        .map(
            reply -> {
              Map<String, String> values = new HashMap<>();
              for (int i = 0; i + 1 < reply.size(); i += 2) {
                values.put(reply.get(i).toString(), reply.get(i + 1).toString());
              }
              return values;
            });
  }
}
