package seckill.contract;

/** Item ids: canonical positive decimal integers up to 2^53 - 1, strings in JSON. */
public final class ItemIds {
  /** The largest id that a browser and a script hold exactly. */
  public static final long MAX = (1L << 53) - 1;

  private static final int MAX_DIGITS = 16;

  private ItemIds() {}

  /**
   * Reads an id, and refuses every spelling but the canonical one: no sign, no leading zero, no
   * spaces, ASCII digits only.
   *
   * @throws SeckillException BAD_REQUEST
   */
  public static long parse(String text) {
    if (text == null || text.isEmpty() || text.length() > MAX_DIGITS || text.charAt(0) == '0') {
      throw refused(text);
    }
    long value = 0;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c < '0' || c > '9') {
        throw refused(text);
      }
      value = value * 10 + (c - '0');
    }
    if (value > MAX) {
      throw refused(text);
    }
    return value;
  }

  /**
   * Reads an id from a JSON value, which must be a string.
   *
   * @throws SeckillException BAD_REQUEST
   */
  public static long parse(Object json) {
    if (json instanceof String text) {
      return parse(text);
    }
    throw SeckillException.badRequest("itemId must be a string");
  }

  private static SeckillException refused(String text) {
    return SeckillException.badRequest(
        "itemId must be a positive integer of at most 2^53-1 without leading zeros, got "
            + Texts.quote(text));
  }
}
