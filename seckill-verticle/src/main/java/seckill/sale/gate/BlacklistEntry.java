package seckill.sale.gate;

import io.vertx.core.json.DecodeException;
import io.vertx.core.json.JsonObject;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Set;
import seckill.contract.BlacklistKey;
import seckill.contract.ItemSpec;
import seckill.contract.Json;
import seckill.contract.SeckillException;
import seckill.contract.Texts;
import seckill.sale.Requests;

/**
 * One entry of the blacklist.
 *
 * @param key what is blocked
 * @param reason why, or empty
 * @param by who blocked it
 * @param at since when
 * @param until first instant when it is not blocked any more; {@code null} for ever
 */
record BlacklistEntry(BlacklistKey key, String reason, String by, Instant at, Instant until) {
  private static final int MAX_REASON_BYTES = 256;
  private static final String REASON = "reason";
  private static final String BY = "by";
  private static final String AT = "at";
  private static final String UNTIL = "until";
  private static final Set<String> FIELDS = Set.of("kind", "value", REASON, UNTIL, "actor");

  /**
   * Reads a request to block: {@code {kind, value, reason?, until?, actor}}.
   *
   * @throws SeckillException BAD_REQUEST, saying what is wrong
   */
  static BlacklistEntry requested(JsonObject json, Instant now) {
    Json.requireOnly(json, FIELDS);
    Instant until = json.containsKey(UNTIL) ? ItemSpec.instant(json, UNTIL) : null;
    if (until != null && !until.isAfter(now)) {
      throw SeckillException.badRequest("until must lie in the future");
    }
    return new BlacklistEntry(
        BlacklistKey.fromJson(json), reason(json), Requests.actor(json), now, until);
  }

  private static String reason(JsonObject json) {
    String reason = Json.text(json, REASON);
    if (reason == null || reason.isEmpty()) {
      return "";
    }
    if (!Texts.isPlain(reason, MAX_REASON_BYTES)) {
      throw SeckillException.badRequest(
          "reason must be at most " + MAX_REASON_BYTES + " bytes without control characters");
    }
    return reason;
  }

  /** What a field of the list says, or {@code null} if it is no entry. */
  static BlacklistEntry read(String field, String stored) {
    BlacklistKey key = BlacklistKey.ofField(field);
    if (key == null) {
      return null;
    }
    try {
      JsonObject json = new JsonObject(stored);
      String at = json.getString(AT);
      String until = json.getString(UNTIL);
      return new BlacklistEntry(
          key,
          json.getString(REASON, ""),
          json.getString(BY, ""),
          at == null ? Instant.EPOCH : Instant.parse(at),
          until == null ? null : Instant.parse(until));
    } catch (DecodeException | ClassCastException | DateTimeException e) {
      // Somebody wrote it by hand: it blocks all the same.
      return new BlacklistEntry(key, "", "", Instant.EPOCH, null);
    }
  }

  boolean isOver(Instant now) {
    return until != null && !until.isAfter(now);
  }

  /** What is kept besides the key. */
  JsonObject stored() {
    JsonObject json = new JsonObject().put(BY, by).put(AT, at.toString()).put(REASON, reason);
    return until == null ? json : json.put(UNTIL, until.toString());
  }

  /** Everything. */
  JsonObject toJson() {
    return key.toJson().mergeIn(stored());
  }

  /** What a gateway needs to know. */
  JsonObject brief() {
    return until == null ? key.toJson() : key.toJson().put(UNTIL, until.toString());
  }
}
