package seckill.contract;

/**
 * A request that ends with an {@link Outcome} other than success, and why, in words for a person.
 */
public final class SeckillException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final Outcome outcome;

  /** A refusal that is not a fault: it carries no stack trace. */
  public SeckillException(Outcome outcome, String message) {
    super(message, null, false, false);
    this.outcome = outcome;
  }

  /** A refusal caused by a fault. */
  public SeckillException(Outcome outcome, String message, Throwable cause) {
    super(message, cause);
    this.outcome = outcome;
  }

  /** The refusal of malformed input. */
  public static SeckillException badRequest(String message) {
    return new SeckillException(Outcome.BAD_REQUEST, message);
  }

  public Outcome outcome() {
    return outcome;
  }
}
