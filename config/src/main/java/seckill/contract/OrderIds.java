package seckill.contract;

import java.security.SecureRandom;
import java.time.Clock;
import java.util.UUID;

/**
 * Makes and checks order ids: UUID version 7 (RFC 9562) in its 36-character form.
 *
 * <p>74 random bits from a secure source make ids distinct without any worker number, whatever the
 * clock does; the leading milliseconds keep MySQL inserts near the end of the primary key.
 */
public final class OrderIds {
  /** The length of an order id, in ASCII characters. */
  public static final int LENGTH = 36;

  private static final int REFILL_BYTES = 1600;
  private static final int BYTES_PER_ID = 10;
  private static final char[] HEX = "0123456789abcdef".toCharArray();

  private final Clock clock;
  private final SecureRandom random = new SecureRandom();
  private final byte[] pool = new byte[REFILL_BYTES];
  private int next = REFILL_BYTES;

  /** A generator for one thread. */
  public OrderIds(Clock clock) {
    this.clock = clock;
  }

  /** A new id. */
  public String next() {
    if (next == REFILL_BYTES) {
      random.nextBytes(pool);
      next = 0;
    }
    long high = (clock.millis() << 16) | 0x7000 | (bits(2) & 0x0fff);
    long low = (bits(8) & 0x3fff_ffff_ffff_ffffL) | 0x8000_0000_0000_0000L;
    return format(high, low);
  }

  /**
   * The id with which a receipt begins.
   *
   * @param receipt what Redis keeps for a user who holds a unit: the order id, and behind a bar
   *     what else there is to tell; or {@code null}
   * @return {@code null} for none
   */
  public static String ofReceipt(String receipt) {
    int end = receipt == null ? -1 : receipt.indexOf('|');
    return end < 0 ? receipt : receipt.substring(0, end);
  }

  private long bits(int bytes) {
    long value = 0;
    for (int i = 0; i < bytes; i++) {
      value = value << 8 | pool[next++] & 0xff;
    }
    return value;
  }

  private static String format(long high, long low) {
    char[] text = new char[LENGTH];
    hex(high >>> 32, 8, text, 0);
    text[8] = '-';
    hex(high >>> 16, 4, text, 9);
    text[13] = '-';
    hex(high, 4, text, 14);
    text[18] = '-';
    hex(low >>> 48, 4, text, 19);
    text[23] = '-';
    hex(low, 12, text, 24);
    return new String(text);
  }

  private static void hex(long value, int digits, char[] text, int offset) {
    for (int i = digits - 1; i >= 0; i--) {
      text[offset + i] = HEX[(int) (value & 0xf)];
      value >>>= 4;
    }
  }

  /** Whether {@code text} is a lower-case UUID in canonical form, of any version. */
  public static boolean isValid(String text) {
    if (text == null || text.length() != LENGTH) {
      return false;
    }
    for (int i = 0; i < LENGTH; i++) {
      char c = text.charAt(i);
      boolean dash = i == 8 || i == 13 || i == 18 || i == 23;
      if (dash ? c != '-' : (c < '0' || c > '9') && (c < 'a' || c > 'f')) {
        return false;
      }
    }
    return true;
  }

  /**
   * Returns {@code text} if it is an order id.
   *
   * @throws SeckillException BAD_REQUEST
   */
  public static String require(String text) {
    if (!isValid(text)) {
      throw SeckillException.badRequest(
          "orderId must be a UUID in lower case, got " + Texts.quote(text));
    }
    return text;
  }

  /** The milliseconds since the epoch at which a version 7 id was made. */
  public static long millisOf(String orderId) {
    return UUID.fromString(orderId).getMostSignificantBits() >>> 16;
  }
}
