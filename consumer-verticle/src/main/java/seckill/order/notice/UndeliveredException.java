package seckill.order.notice;

/** Why a notice did not reach its receiver, and whether trying again makes sense. */
public final class UndeliveredException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** What a failed try means for the notice. */
  public enum Kind {
    /** It may have arrived or not, and is tried again. */
    RETRY,
    /** The receiver will never take it. */
    REFUSED,
    /** Nobody was there to take any notice; this one has not left. */
    UNREACHABLE
  }

  private final Kind kind;
  private final long waitMillis;

  private UndeliveredException(Kind kind, String reason, long waitMillis) {
    super(reason, null, false, false);
    this.kind = kind;
    this.waitMillis = waitMillis;
  }

  /** To be tried again after the usual wait. */
  public static UndeliveredException retry(String reason) {
    return new UndeliveredException(Kind.RETRY, reason, 0);
  }

  /** To be tried again, not before the receiver's own wait; bounded by the settings. */
  public static UndeliveredException retryAfter(String reason, long waitMillis) {
    return new UndeliveredException(Kind.RETRY, reason, waitMillis);
  }

  /** Not to be tried again. */
  public static UndeliveredException refused(String reason) {
    return new UndeliveredException(Kind.REFUSED, reason, 0);
  }

  /** Nothing can be sent now, whatever notice. */
  public static UndeliveredException unreachable(String reason) {
    return new UndeliveredException(Kind.UNREACHABLE, reason, 0);
  }

  /** What it means for the notice. */
  public Kind kind() {
    return kind;
  }

  /** How long the receiver asked to wait, 0 if it did not. */
  public long waitMillis() {
    return waitMillis;
  }
}
