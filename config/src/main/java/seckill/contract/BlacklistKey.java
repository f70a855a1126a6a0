package seckill.contract;

import io.vertx.core.json.JsonObject;
import java.util.Locale;

/**
 * What one entry of the blacklist blocks.
 *
 * @param kind of what is blocked
 * @param value what is blocked, in its one canonical spelling
 */
public record BlacklistKey(Kind kind, String value) {
  private static final char SEPARATOR = ':';

  /** What can be blocked. */
  public enum Kind {
    ADDRESS,
    NETWORK,
    USER
  }

  /**
   * Reads {@code {kind, value}} in any spelling of the value that has one meaning.
   *
   * @throws SeckillException BAD_REQUEST, saying what is wrong
   */
  public static BlacklistKey fromJson(JsonObject json) {
    return of(Json.text(json, "kind"), Json.text(json, "value"));
  }

  /**
   * Reads a kind and a value.
   *
   * @throws SeckillException BAD_REQUEST, saying what is wrong
   */
  public static BlacklistKey of(String kind, String value) {
    return switch (kind(kind)) {
      case USER -> new BlacklistKey(Kind.USER, UserIds.require(value));
      case ADDRESS -> address(value, range(value));
      // A network of one address is that address, or it could stand here twice.
      case NETWORK -> network(value, range(value));
    };
  }

  private static Kind kind(String text) {
    for (Kind kind : Kind.values()) {
      if (kind.name().equalsIgnoreCase(text)) {
        return kind;
      }
    }
    throw SeckillException.badRequest(
        "kind must be ADDRESS, NETWORK or USER, got " + Texts.quote(text));
  }

  private static AddressRange range(String value) {
    AddressRange range = AddressRange.parse(value);
    if (range.isSingle() && range.base().isUnspecified()) {
      throw SeckillException.badRequest(Texts.quote(value) + " is nobody's address");
    }
    return range;
  }

  private static BlacklistKey address(String value, AddressRange range) {
    if (value.indexOf('/') >= 0) {
      throw SeckillException.badRequest(Texts.quote(value) + " is a NETWORK, not an ADDRESS");
    }
    return new BlacklistKey(Kind.ADDRESS, range.toString());
  }

  private static BlacklistKey network(String value, AddressRange range) {
    if (value.indexOf('/') < 0) {
      throw SeckillException.badRequest(
          Texts.quote(value) + " is an ADDRESS; a NETWORK has a prefix length");
    }
    return new BlacklistKey(range.isSingle() ? Kind.ADDRESS : Kind.NETWORK, range.toString());
  }

  /** One text for both: the field in Redis. */
  public String field() {
    return kind.name().toLowerCase(Locale.ROOT) + SEPARATOR + value;
  }

  /** What {@link #field()} gave, or {@code null} for another text. */
  public static BlacklistKey ofField(String field) {
    int separator = field.indexOf(SEPARATOR);
    try {
      return separator < 0
          ? null
          : of(field.substring(0, separator), field.substring(separator + 1));
    } catch (SeckillException e) {
      return null;
    }
  }

  /** Puts {@code kind} and {@code value}. */
  public JsonObject toJson() {
    return new JsonObject().put("kind", kind.name()).put("value", value);
  }
}
