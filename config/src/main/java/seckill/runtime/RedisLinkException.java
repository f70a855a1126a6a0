package seckill.runtime;

/**
 * A command that got no answer from Redis.
 *
 * <p>An error that Redis answered with (WRONGTYPE, OOM, …) is not one of these; it stays the {@code
 * ErrorType} of the client.
 */
public final class RedisLinkException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final boolean maybeApplied;

  /**
   * @param maybeApplied whether the command was sent
   */
  public RedisLinkException(String message, boolean maybeApplied) {
    super(message, null, false, false);
    this.maybeApplied = maybeApplied;
  }

  /** Whether the command may have been carried out: it was sent, and its answer was lost. */
  public boolean maybeApplied() {
    return maybeApplied;
  }
}
