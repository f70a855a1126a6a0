package seckill.sale.recovery;

import io.vertx.core.Future;
import io.vertx.redis.client.Command;
import io.vertx.redis.client.Request;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import seckill.runtime.RedisLink;

/** Asks which Redis stands behind a link. */
final class StoreIdentities {
  private static final Pattern RUN_ID = Pattern.compile("(?m)^run_id:([0-9a-zA-Z]{1,64})\\s*$");
  private static final Pattern REPLICATION_ID =
      Pattern.compile("(?m)^master_replid:([0-9a-zA-Z]{1,64})\\s*$");

  private static final Pattern MASTER = Pattern.compile("(?m)^role:master\\s*$");
  private static final Pattern NO_ID_BEFORE = Pattern.compile("(?m)^master_replid2:0+\\s*$");

  private final RedisLink redis;

  StoreIdentities(RedisLink redis) {
    this.redis = redis;
  }

  /** The one behind the link now; fails if it does not tell. */
  Future<StoreIdentity> read() {
    return info("server")
        .map(server -> find(RUN_ID, server))
        .compose(
            runId ->
                info("replication")
                    .map(
                        replication ->
                            new StoreIdentity(
                                runId,
                                find(REPLICATION_ID, replication),
                                MASTER.matcher(replication).find()
                                    && NO_ID_BEFORE.matcher(replication).find())));
  }

  private Future<String> info(String section) {
    return redis.send(Request.cmd(Command.INFO).arg(section)).map(Object::toString);
  }

  private static String find(Pattern pattern, String text) {
    Matcher matcher = pattern.matcher(text);
    if (!matcher.find()) {
      throw new IllegalStateException("Redis does not tell its run id and replication id");
    }
    return matcher.group(1);
  }
}
