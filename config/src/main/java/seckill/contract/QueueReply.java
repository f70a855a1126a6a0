package seckill.contract;

import io.vertx.core.buffer.Buffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * The answers to a {@link QueueBatch}, in the order of its visits.
 *
 * <p>Binary, big-endian: version (1 byte), count (2), then per answer its kind (1) and
 *
 * <ul>
 *   <li>0 refused: outcome's code (2), opening time (8), length of the order id (1, 0 or 36), order
 *       id
 *   <li>1 waiting: position (8), estimate (8), chance (1, its place in the enum), poll after (4)
 *   <li>2 admitted: until (8), poll after (4)
 * </ul>
 */
public final class QueueReply {
  private static final byte VERSION = 1;
  private static final int HEADER_BYTES = 3;
  private static final int TYPICAL_ANSWER_BYTES = 22;
  private static final byte REFUSED = 0;
  private static final byte WAITING = 1;
  private static final byte ADMITTED = 2;
  private static final QueueAnswer.Chance[] CHANCES = QueueAnswer.Chance.values();

  private QueueReply() {}

  /**
   * Writes the binary form.
   *
   * @throws IllegalArgumentException if there are too many answers
   */
  public static Buffer toBuffer(List<QueueAnswer> answers) {
    if (answers.size() > QueueBatch.MAX_VISITS) {
      throw new IllegalArgumentException("too many answers for one reply");
    }
    Buffer buffer = Buffer.buffer(HEADER_BYTES + answers.size() * TYPICAL_ANSWER_BYTES);
    buffer.appendByte(VERSION).appendUnsignedShort(answers.size());
    for (QueueAnswer answer : answers) {
      append(buffer, answer);
    }
    return buffer;
  }

  private static void append(Buffer buffer, QueueAnswer answer) {
    if (answer instanceof QueueAnswer.Waiting waiting) {
      buffer
          .appendByte(WAITING)
          .appendLong(waiting.position())
          .appendLong(waiting.estimateSeconds())
          .appendByte((byte) waiting.chance().ordinal())
          .appendInt((int) waiting.pollAfterMillis());
    } else if (answer instanceof QueueAnswer.Admitted admitted) {
      buffer
          .appendByte(ADMITTED)
          .appendLong(admitted.untilMillis())
          .appendInt((int) admitted.pollAfterMillis());
    } else if (answer instanceof QueueAnswer.Refused refused) {
      String orderId = refused.orderId() == null ? "" : refused.orderId();
      buffer
          .appendByte(REFUSED)
          .appendShort((short) refused.outcome().code())
          .appendLong(refused.opensAtMillis())
          .appendUnsignedByte((short) orderId.length())
          .appendString(orderId, StandardCharsets.ISO_8859_1.name());
    }
  }

  /**
   * Reads the binary form.
   *
   * @throws IllegalArgumentException if it is cut off or of another version
   */
  public static List<QueueAnswer> fromBuffer(Buffer buffer) {
    try {
      if (buffer.getByte(0) != VERSION) {
        throw new IllegalArgumentException("queue reply of unknown version");
      }
      int count = buffer.getUnsignedShort(1);
      List<QueueAnswer> answers = new ArrayList<>(count);
      Reader reader = new Reader(buffer);
      for (int i = 0; i < count; i++) {
        answers.add(reader.answer());
      }
      if (reader.position != buffer.length()) {
        throw new IllegalArgumentException("queue reply is followed by something else");
      }
      return answers;
    } catch (IndexOutOfBoundsException e) {
      throw new IllegalArgumentException("queue reply is cut off", e);
    }
  }

  private static final class Reader {
    private final Buffer buffer;
    private int position = HEADER_BYTES;

    Reader(Buffer buffer) {
      this.buffer = buffer;
    }

    QueueAnswer answer() {
      int kind = buffer.getByte(position++);
      return switch (kind) {
        case WAITING ->
            new QueueAnswer.Waiting(
                number(), number(), CHANCES[buffer.getByte(position++)], millis());
        case ADMITTED -> new QueueAnswer.Admitted(number(), millis());
        case REFUSED -> refused();
        default -> throw new IllegalArgumentException("queue answer of unknown kind " + kind);
      };
    }

    private QueueAnswer refused() {
      Outcome outcome = Outcome.ofCode(buffer.getShort(position));
      position += Short.BYTES;
      long opensAt = number();
      int length = buffer.getUnsignedByte(position++);
      byte[] orderId = buffer.getBytes(position, position + length);
      position += length;
      return new QueueAnswer.Refused(
          outcome, length == 0 ? null : new String(orderId, StandardCharsets.ISO_8859_1), opensAt);
    }

    private long number() {
      position += Long.BYTES;
      return buffer.getLong(position - Long.BYTES);
    }

    private long millis() {
      position += Integer.BYTES;
      return buffer.getInt(position - Integer.BYTES);
    }
  }
}
