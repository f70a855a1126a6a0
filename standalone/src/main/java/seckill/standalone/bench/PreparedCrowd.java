package seckill.standalone.bench;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import seckill.contract.ItemGate;
import seckill.contract.ItemGate.ChallengeMode;
import seckill.contract.ItemGate.Reservation;
import seckill.contract.ItemKeys;
import seckill.contract.RedisKeys;
import seckill.standalone.bench.Refusal.Item;
import seckill.standalone.bench.Refusal.Who;
import seckill.standalone.bench.load.Headers;

/** Users who are registered, admitted and have solved their challenge when the load begins. */
final class PreparedCrowd implements Crowd {
  /** An address that is blocked before the loads begin. */
  static final String BLOCKED_ADDRESS = "203.0.113.7";

  private static final String BUSY_ADDRESS = "198.51.100.7";
  private static final String PASS = "benchmark-pass";
  private static final Duration VALID = Duration.ofHours(6);
  private static final long USERS_PER_CALL = 20_000;

  private final BenchRedis redis;
  private final String script;

  PreparedCrowd(BenchRedis redis) throws IOException {
    this.redis = redis;
    this.script = LuaResource.CROWD.source();
  }

  @Override
  public ItemGate gate() {
    Instant now = Instant.now();
    return new ItemGate(
        true,
        ChallengeMode.ALWAYS,
        new Reservation(now.minus(Duration.ofHours(1)), now.minus(Duration.ofMinutes(1))));
  }

  @Override
  public String pass() {
    return PASS;
  }

  @Override
  public List<Refusal> refusals() {
    Headers blocked = Headers.of(Refusal.FORWARDED, BLOCKED_ADDRESS);
    Headers busy = Headers.of(Refusal.FORWARDED, BUSY_ADDRESS);
    Headers none = Headers.OWN_ADDRESS;
    return List.of(
        new Refusal("blacklist, address", blocked, Who.STRANGERS, Item.SOLD_OUT),
        new Refusal("address limit", busy, Who.STRANGERS, Item.SOLD_OUT),
        new Refusal("kill switch of an item", none, Who.STRANGERS, Item.PAUSED),
        new Refusal("token, forged", none, Who.FORGERS, Item.OPEN),
        new Refusal("blacklist, user", headers(), Who.BLOCKED, Item.OPEN),
        new Refusal("challenge, no pass", none, Who.STRANGERS, Item.OPEN),
        new Refusal("window of one user", headers(), Who.IMPATIENT, Item.OPEN),
        new Refusal("script, not registered", headers(), Who.STRANGERS, Item.OPEN));
  }

  @Override
  public void prepare(long itemId, long firstUser, long count) throws IOException {
    ItemKeys keys = RedisKeys.DEFAULT.of(itemId);
    String validUntil = Long.toString(Instant.now().plus(VALID).toEpochMilli());
    for (long from = firstUser; from < firstUser + count; from += USERS_PER_CALL) {
      long users = Math.min(USERS_PER_CALL, firstUser + count - from);
      redis.call(
          "EVAL",
          script,
          "3",
          keys.passes(),
          keys.admitted(),
          keys.reserved(),
          Long.toString(from),
          Long.toString(users),
          PASS,
          validUntil);
    }
  }
}
