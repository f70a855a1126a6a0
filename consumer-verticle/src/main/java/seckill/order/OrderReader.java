package seckill.order;

import java.time.Instant;
import seckill.contract.OrderMessage;

/** Reads order messages out of stream entries, and says why an entry is none. */
final class OrderReader {
  /** The last millisecond that a DATETIME holds. */
  private static final long MAX_MILLIS = Instant.parse("9999-12-31T23:59:59.999Z").toEpochMilli();

  private OrderReader() {}

  /** An entry's message, or the verdict on it. */
  record Reading(StreamEntry entry, OrderMessage message, Verdict refusal) {}

  /** Reads an entry of the stream of {@code itemId}. */
  static Reading read(long itemId, StreamEntry entry) {
    if (!entry.utf8()) {
      return refused(entry, DeadReason.UNREADABLE, "not UTF-8");
    }
    try {
      OrderMessage message = OrderMessage.fromFields(entry.fields());
      if (message.itemId() != itemId) {
        return refused(
            entry,
            DeadReason.WRONG_ITEM,
            "names item " + message.itemId() + " in the stream of item " + itemId);
      }
      if (message.purchasedAtMillis() > MAX_MILLIS) {
        return refused(entry, DeadReason.UNREADABLE, "purchased_at is beyond the year 9999");
      }
      return new Reading(entry, message, null);
    } catch (RuntimeException e) {
      // Whatever is wrong with it, it will be wrong next time as well.
      return refused(entry, DeadReason.UNREADABLE, String.valueOf(e.getMessage()));
    }
  }

  private static Reading refused(StreamEntry entry, DeadReason reason, String detail) {
    return new Reading(entry, null, Verdict.dead(reason, detail));
  }
}
