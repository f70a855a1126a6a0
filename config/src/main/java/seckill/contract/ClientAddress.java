package seckill.contract;

import io.netty.util.NetUtil;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;

/**
 * An IP address; one of IPv4 stays one when it is written as an IPv4-mapped IPv6 address.
 *
 * <p>Both kinds are numbers of 128 bits, IPv4 below {@code ::ffff:0:0/96}, so that every address
 * and every network is compared alike.
 *
 * @param high the upper 64 bits
 * @param low the lower 64 bits
 */
public record ClientAddress(long high, long low) {
  /** No address: the unspecified one. */
  public static final ClientAddress NONE = new ClientAddress(0, 0);

  /** Bits of an address. */
  public static final int BITS = 128;

  /** Bits before the part that tells IPv4 addresses apart. */
  public static final int IPV4_PREFIX = 96;

  private static final long MAPPED = 0xffff_0000_0000L;
  private static final int IPV4_BYTES = 4;

  /**
   * Reads the text form of an address, and nothing else: no port, brackets, zone, space or leading
   * zero, and never a name.
   *
   * @return {@code null} if it is none
   */
  public static ClientAddress parse(String text) {
    if (text == null || !isPlain(text)) {
      return null;
    }
    byte[] bytes = NetUtil.createByteArrayFromIpAddressString(text);
    if (bytes == null) {
      return null;
    }
    ByteBuffer number = ByteBuffer.wrap(bytes);
    return bytes.length == IPV4_BYTES
        ? new ClientAddress(0, MAPPED | Integer.toUnsignedLong(number.getInt()))
        : new ClientAddress(number.getLong(), number.getLong());
  }

  // A leading zero means octal to some readers, so such an address is two.
  private static boolean isPlain(String text) {
    boolean dotted = text.indexOf('.') >= 0;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c != '.' && c != ':' && Character.digit(c, 16) < 0 || c > 'f') {
        return false;
      }
      if (dotted && c == '0' && startsNumber(text, i) && isDigit(text, i + 1)) {
        return false;
      }
    }
    return true;
  }

  private static boolean startsNumber(String text, int index) {
    return index == 0
        ? text.indexOf(':') < 0
        : text.charAt(index - 1) == '.'
            || text.charAt(index - 1) == ':' && text.indexOf(':', index) < 0;
  }

  private static boolean isDigit(String text, int index) {
    return index < text.length() && Character.digit(text.charAt(index), 10) >= 0;
  }

  /** Whether this is an IPv4 address. */
  public boolean isIpv4() {
    return high == 0 && low >>> Integer.SIZE == MAPPED >>> Integer.SIZE;
  }

  /** Whether this is {@code 0.0.0.0} or {@code ::}, which no client has. */
  public boolean isUnspecified() {
    return high == 0 && (low == 0 || low == MAPPED);
  }

  /** This address with all bits after the first {@code bits} of its 128 cleared. */
  public ClientAddress masked(int bits) {
    return new ClientAddress(high & highMask(bits), low & lowMask(bits));
  }

  /** The upper half of the mask of {@code bits} leading ones. */
  public static long highMask(int bits) {
    return mask(Math.min(bits, Long.SIZE));
  }

  /** The lower half of the mask of {@code bits} leading ones. */
  public static long lowMask(int bits) {
    return mask(Math.max(bits - Long.SIZE, 0));
  }

  private static long mask(int bits) {
    return bits == 0 ? 0 : -1L << (Long.SIZE - bits);
  }

  /** The canonical text: {@code 203.0.113.5}, or IPv6 as RFC 5952 writes it. */
  @Override
  public String toString() {
    byte[] bytes = ByteBuffer.allocate(BITS / Byte.SIZE).putLong(high).putLong(low).array();
    try {
      // For an IPv4-mapped address this is an Inet4Address.
      return NetUtil.toAddressString(InetAddress.getByAddress(bytes));
    } catch (UnknownHostException e) {
      throw new IllegalStateException("16 bytes are an address", e);
    }
  }
}
