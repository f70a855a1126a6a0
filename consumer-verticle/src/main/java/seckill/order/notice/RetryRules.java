package seckill.order.notice;

import seckill.runtime.Backoff;

/** Decides when a notice that did not arrive is tried again, and when it is given up. */
final class RetryRules {
  private static final int MAX_ERROR_CHARS = 400;

  private final long minMillis;
  private final long maxMillis;
  private final int maxAttempts;

  RetryRules(NoticeSettings settings) {
    this.minMillis = settings.retryMinMillis();
    this.maxMillis = settings.retryMaxMillis();
    this.maxAttempts = settings.maxAttempts();
  }

  /**
   * What is written down of a notice that did not arrive.
   *
   * @param attempts tries so far
   * @param waitMillis until the next try
   */
  record Step(boolean givenUp, int attempts, long waitMillis, String error) {}

  /**
   * What to do after a try.
   *
   * @param attemptsBefore tries before this one
   * @return {@code null} if it was sent
   */
  Step after(Delivery delivery, int attemptsBefore) {
    if (delivery.kind() == Delivery.Kind.SENT) {
      return null;
    }
    if (!delivery.isDecided()) {
      return postpone(attemptsBefore, delivery.reason());
    }
    int attempts = attemptsBefore + 1;
    if (delivery.kind() == Delivery.Kind.REFUSED || attempts >= maxAttempts) {
      return giveUp(attempts, delivery.reason());
    }
    long wanted = Math.min(maxMillis, delivery.waitMillis());
    long own = Backoff.afterFailures(minMillis, maxMillis, attemptsBefore);
    return new Step(false, attempts, Math.max(wanted, own), clean(delivery.reason()));
  }

  /** It has not been tried, and will be. */
  Step postpone(int attempts, String reason) {
    return new Step(false, attempts, minMillis, clean(reason));
  }

  /** It will not be tried again. */
  Step giveUp(int attempts, String reason) {
    return new Step(true, attempts, 0, clean(reason));
  }

  // Comes from the receiver and is shown to people.
  private static String clean(String text) {
    String line = text.replaceAll("[\\p{Cntrl}\\p{Cs}]+", " ").strip();
    return line.substring(0, Math.min(MAX_ERROR_CHARS, line.length()));
  }
}
