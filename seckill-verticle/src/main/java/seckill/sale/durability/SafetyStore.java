package seckill.sale.durability;

import io.vertx.core.Future;
import io.vertx.redis.client.Command;
import io.vertx.redis.client.Request;
import io.vertx.redis.client.Response;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import seckill.contract.RedisKeys;
import seckill.runtime.RedisLink;

/** Asks Redis how safe its data are. */
final class SafetyStore {
  private static final String MARK = "1";
  private static final long MARK_LIVES_MILLIS = TimeUnit.MINUTES.toMillis(1);
  private static final String LOCAL_DISK = "1";
  private static final String NO_REPLICA = "0";
  private static final Command WAIT_AOF = Command.create("waitaof");

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

  /** Whether everything that Redis answered before this call is on its disk; Redis 7.2 or later. */
  Future<Boolean> written(long millis) {
    return afterMark(Request.cmd(WAIT_AOF).arg(LOCAL_DISK).arg(NO_REPLICA).arg(millis))
        .map(reply -> reply.get(0).toLong() >= 1);
  }

  // WAIT and WAITAOF speak of what their own connection has written. So a mark is written on it
  // first, which comes after all that was answered on others: replication and file have one order.
  private Future<Response> afterMark(Request wait) {
    Future<Response> marked =
        redis.send(
            Request.cmd(Command.SET)
                .arg(RedisKeys.DURABLE_MARK)
                .arg(MARK)
                .arg("PX")
                .arg(MARK_LIVES_MILLIS));
    Future<Response> waited = redis.send(wait);
    return marked.compose(written -> waited);
  }

  /** Whether the server knows WAITAOF. */
  Future<Boolean> canWaitForDisk() {
    return redis
        .send(Request.cmd(Command.COMMAND).arg("INFO").arg("waitaof"))
        .map(reply -> reply.size() > 0 && reply.get(0) != null && reply.get(0).size() > 0);
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
