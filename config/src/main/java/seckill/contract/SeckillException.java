package seckill.contract;

/**
 * A request that ends with an {@link Outcome} other than success, and why, in words for a person.
 */
public class SeckillException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** {@link #failureCode()} of a DEGRADED that concerns every item: the store itself is away. */
  static final int STORE_AWAY_CODE = 503;

  private final Outcome outcome;
  private final boolean storeAway;

  /** A refusal that is not a fault: it carries no stack trace. */
  public SeckillException(Outcome outcome, String message) {
    super(message, null, false, false);
    this.outcome = outcome;
    this.storeAway = false;
  }

  /** A refusal caused by a fault. */
  public SeckillException(Outcome outcome, String message, Throwable cause) {
    super(message, cause);
    this.outcome = outcome;
    this.storeAway = false;
  }

  private SeckillException(String message) {
    super(message, null, false, false);
    this.outcome = Outcome.DEGRADED;
    this.storeAway = true;
  }

  /** The DEGRADED of a store that serves nobody, whatever the item. */
  public static SeckillException storeAway(String message) {
    return new SeckillException(message);
  }

  /** The refusal of malformed input. */
  public static SeckillException badRequest(String message) {
    return new SeckillException(Outcome.BAD_REQUEST, message);
  }

  public Outcome outcome() {
    return outcome;
  }

  /** The failure code on the event bus; {@link Outcome#ofFailureCode} reads it. */
  public int failureCode() {
    return storeAway ? STORE_AWAY_CODE : outcome.failureCode();
  }

  /** Whether a failure code on the event bus says that the store itself is away. */
  public static boolean isStoreAway(int failureCode) {
    return failureCode == STORE_AWAY_CODE;
  }
}
