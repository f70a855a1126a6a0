package seckill.gateway.gate;

import io.netty.util.NetUtil;
import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * An Internet address as 128 bits; an IPv4 address is its IPv4-mapped form.
 *
 * @param high the first 64 bits
 * @param low the last 64 bits
 */
public record ClientAddress(long high, long low) {
  /** No address: the unspecified one. */
  public static final ClientAddress NONE = new ClientAddress(0, 0);

  private static final int BYTES = 16;
  private static final int IPV4_BYTES = 4;
  private static final long MAPPED = 0xffff_0000_0000L;
  private static final long MAPPED_MASK = 0xffff_ffff_0000_0000L;

  /** Reads an address without a port; {@code null} if it is none. Never asks a name server. */
  public static ClientAddress parse(String text) {
    byte[] bytes = text == null ? null : NetUtil.createByteArrayFromIpAddressString(text);
    return bytes == null ? null : of(bytes);
  }

  private static ClientAddress of(byte[] bytes) {
    if (bytes.length == IPV4_BYTES) {
      return new ClientAddress(0, MAPPED | Integer.toUnsignedLong(ByteBuffer.wrap(bytes).getInt()));
    }
    ByteBuffer buffer = ByteBuffer.wrap(bytes);
    return new ClientAddress(buffer.getLong(), buffer.getLong());
  }

  /** Whether this is an IPv4 address. */
  public boolean isIpv4() {
    return high == 0 && (low & MAPPED_MASK) == MAPPED;
  }

  /** The usual text of the address. */
  @Override
  public String toString() {
    byte[] bytes = ByteBuffer.allocate(BYTES).putLong(high).putLong(low).array();
    return isIpv4()
        ? NetUtil.bytesToIpAddress(Arrays.copyOfRange(bytes, BYTES - IPV4_BYTES, BYTES))
        : NetUtil.bytesToIpAddress(bytes);
  }
}
