package seckill.contract;

import io.vertx.core.json.JsonObject;
import java.time.Instant;
import java.util.Set;

/**
 * A change of the terms of a sale that an operator asks for, once per request id: more units, or a
 * later end.
 *
 * @param itemId the item
 * @param requestId chosen by the operator for this one change
 * @param kind which change
 * @param units that are added; 0 for another change
 * @param endAt first instant after the sale window; {@code null} for another change
 */
public record TermsChange(long itemId, String requestId, Kind kind, long units, Instant endAt) {
  /** The longest request id, in characters. */
  public static final int MAX_REQUEST_ID = 64;

  private static final String REQUEST_ID = "requestId";
  private static final String UNITS = "units";
  private static final String END_AT = "endAt";

  /** What is changed. */
  public enum Kind {
    RESTOCK(UNITS),
    EXTEND(END_AT);

    private final Set<String> fields;

    Kind(String field) {
      this.fields = Set.of(REQUEST_ID, field);
    }
  }

  public TermsChange {
    if (!isRequestId(requestId)) {
      throw SeckillException.badRequest(
          REQUEST_ID + " must be 1 to " + MAX_REQUEST_ID + " visible ASCII characters");
    }
    if (kind == Kind.RESTOCK && (units < 1 || units > ItemSpec.MAX_STOCK)) {
      throw SeckillException.badRequest(
          UNITS + " must be an integer from 1 to " + ItemSpec.MAX_STOCK);
    }
    if (kind == Kind.EXTEND) {
      ItemSpec.requireStorable(END_AT, endAt);
    }
  }

  /**
   * Reads what is to be changed: {@code {requestId, units}} or {@code {requestId, endAt}}.
   *
   * @throws SeckillException BAD_REQUEST, naming the field
   */
  public static TermsChange fromJson(long itemId, Kind kind, JsonObject json) {
    Json.requireOnly(json, kind.fields);
    return new TermsChange(
        itemId,
        Json.text(json, REQUEST_ID),
        kind,
        kind == Kind.RESTOCK ? Json.integer(json, UNITS, -1) : 0,
        kind == Kind.EXTEND ? ItemSpec.instant(json, END_AT) : null);
  }

  /** The JSON form, without the item. */
  public JsonObject toJson() {
    JsonObject json = new JsonObject().put(REQUEST_ID, requestId);
    return kind == Kind.RESTOCK ? json.put(UNITS, units) : json.put(END_AT, endAt.toString());
  }

  private static boolean isRequestId(String text) {
    return text != null
        && !text.isEmpty()
        && text.length() <= MAX_REQUEST_ID
        && text.chars().allMatch(c -> c > ' ' && c < 0x7f);
  }
}
