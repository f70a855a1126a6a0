package seckill.gateway;

/** The path of purchases in its one usual spelling; every other spelling is the router's. */
final class PurchasePath {
  private static final String BEFORE = "/api/items/";
  private static final String AFTER = "/purchases";
  private static final int RADIX = 10;

  /** All of these are item ids; longer ones may be, too, but the router knows more about them. */
  private static final int MAX_DIGITS = 15;

  private PurchasePath() {}

  /** The item of {@code /api/items/{itemId}/purchases}; 0 for any other path. */
  static long itemId(String path) {
    int end = path.length() - AFTER.length();
    int digits = end - BEFORE.length();
    if (digits < 1 || digits > MAX_DIGITS || !path.startsWith(BEFORE) || !path.endsWith(AFTER)) {
      return 0;
    }
    long itemId = 0;
    for (int i = BEFORE.length(); i < end; i++) {
      int digit = path.charAt(i) - '0';
      if (digit < 0 || digit >= RADIX || digit == 0 && itemId == 0) {
        return 0;
      }
      itemId = itemId * RADIX + digit;
    }
    return itemId;
  }
}
