package seckill.contract;

import io.vertx.core.buffer.Buffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * Visits to the waiting room of one item that travel as one bus message.
 *
 * <p>Binary, big-endian: version (1 byte), item id (8), milliseconds left (8), count (2), then per
 * visit the click time (8), and the user id as one length byte and UTF-8 bytes.
 *
 * @param itemId the item of all visits
 * @param timeLeftMillis how long after its arrival the batch may still be carried out
 * @param visits in the order of their arrival
 */
public record QueueBatch(long itemId, long timeLeftMillis, List<QueueVisit> visits) {
  private static final byte VERSION = 2;
  private static final int HEADER_BYTES = 19;
  private static final int CLICK_BYTES = 8;
  private static final int TYPICAL_VISIT_BYTES = 32;

  /** The largest number of visits that fit. */
  public static final int MAX_VISITS = 65_535;

  /**
   * Writes the binary form.
   *
   * @throws IllegalArgumentException if there are too many visits
   * @throws SeckillException BAD_REQUEST for an impossible user id
   */
  public Buffer toBuffer() {
    if (visits.size() > MAX_VISITS) {
      throw new IllegalArgumentException("a batch holds at most " + MAX_VISITS + " visits");
    }
    Buffer buffer = Buffer.buffer(HEADER_BYTES + visits.size() * TYPICAL_VISIT_BYTES);
    buffer
        .appendByte(VERSION)
        .appendLong(itemId)
        .appendLong(timeLeftMillis)
        .appendUnsignedShort(visits.size());
    for (QueueVisit visit : visits) {
      byte[] user = UserIds.require(visit.userId()).getBytes(StandardCharsets.UTF_8);
      buffer
          .appendLong(visit.clickedAtMillis())
          .appendUnsignedByte((short) user.length)
          .appendBytes(user);
    }
    return buffer;
  }

  /**
   * Reads the binary form.
   *
   * @throws SeckillException BAD_REQUEST if it is cut off, goes on, is of another version, or holds
   *     an impossible id
   */
  public static QueueBatch fromBuffer(Buffer buffer) {
    try {
      if (buffer.getByte(0) != VERSION) {
        throw SeckillException.badRequest("queue batch of unknown version");
      }
      long itemId = buffer.getLong(1);
      if (itemId < 1 || itemId > ItemIds.MAX) {
        throw SeckillException.badRequest("queue batch of an impossible item");
      }
      int count = buffer.getUnsignedShort(17);
      List<QueueVisit> visits = new ArrayList<>(count);
      int position = HEADER_BYTES;
      for (int i = 0; i < count; i++) {
        long clickedAt = buffer.getLong(position);
        int from = position + CLICK_BYTES + 1;
        position = from + buffer.getUnsignedByte(from - 1);
        String userId = new String(buffer.getBytes(from, position), StandardCharsets.UTF_8);
        visits.add(new QueueVisit(UserIds.require(userId), clickedAt));
      }
      if (position != buffer.length()) {
        throw SeckillException.badRequest("queue batch is followed by something else");
      }
      return new QueueBatch(itemId, buffer.getLong(9), visits);
    } catch (IndexOutOfBoundsException e) {
      throw SeckillException.badRequest("queue batch is cut off");
    }
  }
}
