package seckill.contract;

import io.vertx.core.json.JsonObject;
import java.util.Set;

/** Reads typed fields of JSON from outside, and names the field that is wrong. */
public final class Json {
  private Json() {}

  /**
   * A string field, or {@code null} if absent.
   *
   * @throws SeckillException BAD_REQUEST if it is not a string
   */
  public static String text(JsonObject json, String field) {
    Object value = json.getValue(field);
    if (value == null || value instanceof String) {
      return (String) value;
    }
    throw SeckillException.badRequest(field + " must be a string");
  }

  /**
   * An integer field, or {@code absent} if there is none.
   *
   * @throws SeckillException BAD_REQUEST if it is not an integer of 64 bits
   */
  public static long integer(JsonObject json, String field, long absent) {
    Object value = json.getValue(field);
    if (value == null) {
      return absent;
    }
    if (value instanceof Integer || value instanceof Long) {
      return ((Number) value).longValue();
    }
    throw SeckillException.badRequest(field + " must be an integer");
  }

  /**
   * A field that is true or false, or {@code null} if absent.
   *
   * @throws SeckillException BAD_REQUEST if it is anything else
   */
  public static Boolean flag(JsonObject json, String field) {
    Object value = json.getValue(field);
    if (value == null || value instanceof Boolean) {
      return (Boolean) value;
    }
    throw SeckillException.badRequest(field + " must be true or false");
  }

  /**
   * Refuses fields that nobody reads, so that a misspelt one does not pass in silence.
   *
   * @throws SeckillException BAD_REQUEST
   */
  public static void requireOnly(JsonObject json, Set<String> known) {
    for (String field : json.fieldNames()) {
      if (!known.contains(field)) {
        throw SeckillException.badRequest("unknown field " + Texts.quote(field));
      }
    }
  }
}
