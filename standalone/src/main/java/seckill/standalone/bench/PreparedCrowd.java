package seckill.standalone.bench;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import seckill.contract.ItemGate;
import seckill.contract.ItemGate.ChallengeMode;
import seckill.contract.ItemGate.Reservation;
import seckill.contract.ItemKeys;
import seckill.contract.RedisKeys;

/** Users who are registered, admitted and have solved their challenge when the load begins. */
final class PreparedCrowd implements Crowd {
  private static final String SCRIPT = "crowd.lua";
  private static final String PASS = "benchmark-pass";
  private static final Duration VALID = Duration.ofHours(6);
  private static final long USERS_PER_CALL = 20_000;
  private static final String FORWARDED = "X-Forwarded-For";
  private static final String BLOCKED = "203.0.113.7";
  private static final String BUSY = "198.51.100.7";
  private static final String OK = "(integer) ";

  private final BenchRedis redis;
  private final String script;

  PreparedCrowd(BenchRedis redis) throws IOException {
    this.redis = redis;
    try (InputStream in = PreparedCrowd.class.getResourceAsStream(SCRIPT)) {
      this.script = new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
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
  public Headers headers() {
    return new Headers("Challenge-Pass: " + PASS + "\r\n", true);
  }

  @Override
  public Map<String, Headers> refused() {
    Map<String, Headers> refused = new LinkedHashMap<>();
    refused.put("refused by the blacklist", Headers.of(FORWARDED, BLOCKED));
    refused.put("refused by the address limit", Headers.of(FORWARDED, BUSY));
    return refused;
  }

  @Override
  public List<String> blocked() {
    return List.of(BLOCKED);
  }

  @Override
  public void prepare(long itemId, long firstUser, long count)
      throws IOException, InterruptedException {
    ItemKeys keys = RedisKeys.of(itemId);
    String validUntil = Long.toString(Instant.now().plus(VALID).toEpochMilli());
    for (long from = firstUser; from < firstUser + count; from += USERS_PER_CALL) {
      long users = Math.min(USERS_PER_CALL, firstUser + count - from);
      List<String> call = new ArrayList<>(List.of("EVAL", script, "3"));
      call.addAll(List.of(keys.passes(), keys.admitted(), keys.reserved()));
      call.addAll(List.of(Long.toString(from), Long.toString(users), PASS, validUntil));
      String reply = redis.cli(call).trim();
      if (!reply.replace(OK, "").equals(Long.toString(users))) {
        throw new IOException("the crowd cannot be prepared: " + reply);
      }
    }
  }
}
