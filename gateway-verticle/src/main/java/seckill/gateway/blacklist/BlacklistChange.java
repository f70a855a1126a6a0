package seckill.gateway.blacklist;

import io.vertx.core.json.JsonObject;
import java.time.DateTimeException;
import java.time.Instant;
import seckill.contract.BlacklistKey;
import seckill.contract.Json;
import seckill.contract.SeckillException;

/**
 * A change of the blacklist, as the seckill service publishes it.
 *
 * @param before the version that was changed
 * @param version the one that came of it
 * @param key the entry
 * @param until when it ends, in milliseconds since 1970; {@code null} if it was removed
 */
record BlacklistChange(long before, long version, BlacklistKey key, Long until) {
  private static final long NONE = -1;

  /**
   * Reads a fact.
   *
   * @throws SeckillException BAD_REQUEST naming the field
   */
  static BlacklistChange of(JsonObject fact) {
    return new BlacklistChange(
        version(fact, "before"),
        version(fact, "version"),
        BlacklistKey.fromJson(fact),
        fact.containsKey("removed") ? null : until(fact));
  }

  private static long version(JsonObject fact, String field) {
    long version = Json.integer(fact, field, NONE);
    if (version < 0) {
      throw SeckillException.badRequest(field + " must be an integer from 0");
    }
    return version;
  }

  /** When an entry of the list ends. */
  static Long until(JsonObject entry) {
    String until = Json.text(entry, "until");
    try {
      return until == null ? BlockedList.FOREVER : Instant.parse(until).toEpochMilli();
    } catch (DateTimeException | ArithmeticException e) {
      throw SeckillException.badRequest("until must be a time");
    }
  }
}
