package seckill.order;

import java.util.List;

/**
 * The place in a consumer's own pending entries from which the next page is read.
 *
 * <p>While a page is on its way, entries may become readable that stand before it: asked to begin
 * again in that time, the cursor stands at the first entry whatever the page holds.
 */
final class PendingCursor {
  private String position;
  private boolean beginsAgain;

  /** Whether there is a page to be read. */
  boolean isOpen() {
    return position != null;
  }

  /** Has all pending entries read again, from the first. */
  void beginAgain() {
    position = OrderStreams.START;
    beginsAgain = true;
  }

  /** The id after which the next page is read; to be called once for each page that is read. */
  String next() {
    beginsAgain = false;
    return position;
  }

  /** Goes on after the page that was read; the empty page is the last. */
  void goOnAfter(List<StreamEntry> page) {
    if (!beginsAgain) {
      position = page.isEmpty() ? null : page.get(page.size() - 1).id();
    }
  }
}
