package seckill.contract;

import io.vertx.core.buffer.Buffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * Purchases of one item that travel as one bus message.
 *
 * <p>Binary, big-endian: version (1 byte), item id (8), milliseconds left (8), count (2), then per
 * attempt the order id (36 ASCII bytes), flags (1: needs a challenge pass), and user id,
 * fingerprint, reference and pass, each as one length byte and UTF-8 bytes.
 *
 * @param itemId the item of all attempts
 * @param timeLeftMillis how long after its arrival the batch may still be carried out
 * @param attempts in the order of their arrival
 */
public record PurchaseBatch(long itemId, long timeLeftMillis, List<PurchaseAttempt> attempts) {
  private static final byte VERSION = 3;
  private static final int HEADER_BYTES = 19;
  private static final short NEEDS_PASS = 1;
  private static final int TYPICAL_ATTEMPT_BYTES = 96;

  /** The largest number of attempts that fit. */
  public static final int MAX_ATTEMPTS = 65_535;

  /** The longest text that one length byte can tell. */
  private static final int MAX_TEXT_BYTES = 255;

  /**
   * Writes the binary form.
   *
   * @throws IllegalArgumentException if an attempt does not fit it
   */
  public Buffer toBuffer() {
    if (attempts.size() > MAX_ATTEMPTS) {
      throw new IllegalArgumentException("a batch holds at most " + MAX_ATTEMPTS + " attempts");
    }
    Buffer buffer = Buffer.buffer(HEADER_BYTES + attempts.size() * TYPICAL_ATTEMPT_BYTES);
    buffer
        .appendByte(VERSION)
        .appendLong(itemId)
        .appendLong(timeLeftMillis)
        .appendUnsignedShort(attempts.size());
    for (PurchaseAttempt attempt : attempts) {
      if (attempt.orderId().length() != OrderIds.LENGTH) {
        throw new IllegalArgumentException("not an order id: " + attempt.orderId());
      }
      buffer.appendString(attempt.orderId(), StandardCharsets.ISO_8859_1.name());
      buffer.appendUnsignedByte(attempt.challenge().required() ? NEEDS_PASS : 0);
      appendText(buffer, attempt.userId());
      appendText(buffer, attempt.fingerprint());
      appendText(buffer, attempt.reference());
      appendText(buffer, attempt.challenge().pass());
    }
    return buffer;
  }

  private static void appendText(Buffer buffer, String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    if (bytes.length > MAX_TEXT_BYTES) {
      throw new IllegalArgumentException("a text of a batch is over 255 bytes");
    }
    buffer.appendUnsignedByte((short) bytes.length).appendBytes(bytes);
  }

  /**
   * Reads the binary form. User and order ids are as they were sent: an unsound attempt is to be
   * refused by itself, not with its batch.
   *
   * @param nowNanos by {@link System#nanoTime}
   * @throws SeckillException BAD_REQUEST if it is cut off, goes on, or is of another version
   */
  public static PurchaseBatch fromBuffer(Buffer buffer, long nowNanos) {
    try {
      if (buffer.getByte(0) != VERSION) {
        throw SeckillException.badRequest("purchase batch of unknown version");
      }
      long itemId = buffer.getLong(1);
      if (itemId < 1 || itemId > ItemIds.MAX) {
        throw SeckillException.badRequest("purchase batch of an impossible item");
      }
      long timeLeftMillis = buffer.getLong(9);
      long endNanos = TimeLeft.endNanos(timeLeftMillis, nowNanos);
      int count = buffer.getUnsignedShort(17);
      List<PurchaseAttempt> attempts = new ArrayList<>(count);
      Reader reader = new Reader(buffer, HEADER_BYTES);
      for (int i = 0; i < count; i++) {
        String orderId = reader.fixed(OrderIds.LENGTH);
        boolean needsPass = (reader.flags() & NEEDS_PASS) != 0;
        attempts.add(
            new PurchaseAttempt(
                itemId,
                reader.text(),
                orderId,
                reader.text(),
                reader.text(),
                reader.challenge(needsPass),
                endNanos));
      }
      if (reader.position != buffer.length()) {
        throw SeckillException.badRequest("purchase batch is followed by something else");
      }
      return new PurchaseBatch(itemId, timeLeftMillis, attempts);
    } catch (IndexOutOfBoundsException e) {
      throw SeckillException.badRequest("purchase batch is cut off");
    }
  }

  private static final class Reader {
    private final Buffer buffer;
    private int position;

    Reader(Buffer buffer, int position) {
      this.buffer = buffer;
      this.position = position;
    }

    String fixed(int length) {
      byte[] bytes = buffer.getBytes(position, position + length);
      position += length;
      return new String(bytes, StandardCharsets.UTF_8);
    }

    int flags() {
      return buffer.getUnsignedByte(position++);
    }

    PurchaseAttempt.Challenge challenge(boolean required) {
      String pass = text();
      return required || !pass.isEmpty()
          ? new PurchaseAttempt.Challenge(required, pass)
          : PurchaseAttempt.Challenge.NONE;
    }

    String text() {
      return fixed(buffer.getUnsignedByte(position++));
    }
  }
}
