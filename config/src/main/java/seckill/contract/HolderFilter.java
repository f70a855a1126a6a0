package seckill.contract;

import io.vertx.core.buffer.Buffer;
import java.nio.charset.StandardCharsets;

/**
 * A Bloom filter (B. Bloom, 1970) of the users who hold a unit of a sold-out item.
 *
 * <p>It lets a gateway answer SOLD_OUT by itself and still send every holder on to the till, where
 * they hear their own order id: a holder is never missed, and about one stranger in a hundred is
 * sent on in vain. It is exact for one value of {@code acceptedTotal}, since while stock is 0 the
 * holders grow only by a purchase, which raises that count.
 */
public final class HolderFilter {
  private static final int BITS_PER_USER = 10;
  private static final int HASHES = 7;
  private static final int HEADER_BYTES = 16;
  private static final long FNV_OFFSET = 0xcbf29ce484222325L;
  private static final long FNV_PRIME = 0x100000001b3L;

  private final long acceptedTotal;
  private final long[] words;

  /**
   * An empty filter.
   *
   * @param acceptedTotal the item's count of accepted purchases that this filter is exact for
   * @param users how many users will be added
   */
  public HolderFilter(long acceptedTotal, int users) {
    this(acceptedTotal, new long[wordsFor(users)]);
  }

  private HolderFilter(long acceptedTotal, long[] words) {
    this.acceptedTotal = acceptedTotal;
    this.words = words;
  }

  /** How many bytes the binary form of a filter for this many users has. */
  public static long bytesFor(int users) {
    return HEADER_BYTES + (long) wordsFor(users) * Long.BYTES;
  }

  private static int wordsFor(int users) {
    return (int) ((long) users * BITS_PER_USER / 64 + 1);
  }

  /** The item's count of accepted purchases that this filter is exact for. */
  public long acceptedTotal() {
    return acceptedTotal;
  }

  /** Adds a holder. */
  public void add(String userId) {
    long hash = hash(userId);
    for (int i = 0; i < HASHES; i++) {
      int bit = bit(hash, i);
      words[bit >>> 6] |= 1L << bit;
    }
  }

  /** Whether this user may hold a unit; {@code false} is certain. */
  public boolean mayHold(String userId) {
    long hash = hash(userId);
    for (int i = 0; i < HASHES; i++) {
      int bit = bit(hash, i);
      if ((words[bit >>> 6] & 1L << bit) == 0) {
        return false;
      }
    }
    return true;
  }

  // Two halves of one hash stand for many (Kirsch and Mitzenmacher, 2006).
  private int bit(long hash, int i) {
    int combined = (int) hash + i * (int) (hash >>> 32);
    return (int) ((combined & 0xffffffffL) * ((long) words.length * 64) >>> 32);
  }

  private static long hash(String userId) {
    long hash = FNV_OFFSET;
    for (byte b : userId.getBytes(StandardCharsets.UTF_8)) {
      hash = (hash ^ b & 0xff) * FNV_PRIME;
    }
    // Final mix of MurmurHash3, since FNV's upper bits are weak for short texts.
    hash = (hash ^ hash >>> 33) * 0xff51afd7ed558ccdL;
    hash = (hash ^ hash >>> 33) * 0xc4ceb9fe1a85ec53L;
    return hash ^ hash >>> 33;
  }

  /** Writes the binary form: accepted total (8 bytes), word count (8), then the words. */
  public Buffer toBuffer() {
    Buffer buffer = Buffer.buffer(HEADER_BYTES + words.length * Long.BYTES);
    buffer.appendLong(acceptedTotal).appendLong(words.length);
    for (long word : words) {
      buffer.appendLong(word);
    }
    return buffer;
  }

  /**
   * Reads the binary form.
   *
   * @throws IllegalArgumentException if it is cut off or longer than it says
   */
  public static HolderFilter fromBuffer(Buffer buffer) {
    int count = (buffer.length() - HEADER_BYTES) / Long.BYTES;
    if (count < 1
        || buffer.length() != HEADER_BYTES + count * Long.BYTES
        || buffer.getLong(Long.BYTES) != count) {
      throw new IllegalArgumentException("holder filter of a wrong length");
    }
    long[] words = new long[count];
    for (int i = 0; i < count; i++) {
      words[i] = buffer.getLong(HEADER_BYTES + i * Long.BYTES);
    }
    return new HolderFilter(buffer.getLong(0), words);
  }
}
