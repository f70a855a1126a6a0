package seckill.contract;

import io.vertx.core.buffer.Buffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * The results of a {@link PurchaseBatch}, in the order of its attempts.
 *
 * <p>Binary, big-endian: version (1 byte), accepted total (8), start time (8), count (2), then per
 * result the outcome's code (2), flags (1: has an order id, 2: replayed, 4: the store is away) and,
 * if flagged, the order id (36 ASCII bytes).
 */
public final class PurchaseBatchReply {
  private static final byte VERSION = 1;
  private static final int HEADER_BYTES = 19;
  private static final int RESULT_BYTES = 3;
  private static final int HAS_ORDER_ID = 1;
  private static final int REPLAYED = 2;
  private static final int STORE_AWAY = 4;

  private PurchaseBatchReply() {}

  /**
   * Writes the binary form.
   *
   * @throws IllegalArgumentException if the results do not fit it
   */
  public static Buffer toBuffer(List<PurchaseResult> results) {
    if (results.size() > PurchaseBatch.MAX_ATTEMPTS) {
      throw new IllegalArgumentException("too many results for one reply");
    }
    Buffer buffer = Buffer.buffer(HEADER_BYTES + results.size() * (RESULT_BYTES + OrderIds.LENGTH));
    long acceptedTotal = 0;
    long startAtMillis = 0;
    for (PurchaseResult result : results) {
      acceptedTotal = Math.max(acceptedTotal, result.acceptedTotal());
      startAtMillis = Math.max(startAtMillis, result.startAtMillis());
    }
    buffer
        .appendByte(VERSION)
        .appendLong(acceptedTotal)
        .appendLong(startAtMillis)
        .appendUnsignedShort(results.size());
    for (PurchaseResult result : results) {
      boolean hasOrderId = result.orderId() != null;
      int flags =
          (hasOrderId ? HAS_ORDER_ID : 0)
              | (result.replayed() ? REPLAYED : 0)
              | (result.storeAway() ? STORE_AWAY : 0);
      buffer.appendShort((short) result.outcome().code()).appendByte((byte) flags);
      if (hasOrderId) {
        if (result.orderId().length() != OrderIds.LENGTH) {
          throw new IllegalArgumentException("not an order id: " + result.orderId());
        }
        buffer.appendString(result.orderId(), StandardCharsets.ISO_8859_1.name());
      }
    }
    return buffer;
  }

  /**
   * Reads the binary form.
   *
   * @throws IllegalArgumentException if it is cut off or of another version
   */
  public static List<PurchaseResult> fromBuffer(Buffer buffer) {
    try {
      if (buffer.getByte(0) != VERSION) {
        throw new IllegalArgumentException("purchase batch reply of unknown version");
      }
      long acceptedTotal = buffer.getLong(1);
      long startAtMillis = buffer.getLong(9);
      int count = buffer.getUnsignedShort(17);
      List<PurchaseResult> results = new ArrayList<>(count);
      int position = HEADER_BYTES;
      for (int i = 0; i < count; i++) {
        Outcome outcome = Outcome.ofCode(buffer.getShort(position));
        int flags = buffer.getByte(position + 2);
        position += RESULT_BYTES;
        String orderId = null;
        if ((flags & HAS_ORDER_ID) != 0) {
          orderId =
              new String(
                  buffer.getBytes(position, position + OrderIds.LENGTH),
                  StandardCharsets.ISO_8859_1);
          position += OrderIds.LENGTH;
        }
        results.add(
            new PurchaseResult(
                outcome,
                orderId,
                (flags & REPLAYED) != 0,
                outcome == Outcome.NOT_STARTED ? startAtMillis : 0,
                acceptedTotal,
                (flags & STORE_AWAY) != 0));
      }
      if (position != buffer.length()) {
        throw new IllegalArgumentException("purchase batch reply is followed by something else");
      }
      return results;
    } catch (IndexOutOfBoundsException e) {
      throw new IllegalArgumentException("purchase batch reply is cut off", e);
    }
  }
}
