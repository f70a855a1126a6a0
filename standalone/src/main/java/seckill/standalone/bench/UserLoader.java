package seckill.standalone.bench;

import java.io.IOException;
import seckill.contract.ItemKeys;
import seckill.contract.RedisKeys;

/** Gives an item users who hold a unit, far faster than they could buy one. */
final class UserLoader {
  private static final long PER_CALL = 5_000;

  private final BenchRedis redis;
  private final String script;

  UserLoader(BenchRedis redis) throws IOException {
    this.redis = redis;
    this.script = LuaResource.USERS.source();
  }

  /** Loads so many users; what they hold is taken from the stock. */
  void load(long itemId, long users) throws IOException {
    ItemKeys keys = RedisKeys.DEFAULT.of(itemId);
    for (long from = 0; from < users; from += PER_CALL) {
      String count = Long.toString(Math.min(PER_CALL, users - from));
      redis.call(
          "EVAL",
          script,
          "4",
          keys.item(),
          keys.stock(),
          keys.users(),
          keys.receipts(),
          Long.toString(from),
          count);
    }
  }
}
