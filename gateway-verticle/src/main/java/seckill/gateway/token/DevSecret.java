package seckill.gateway.token;

/**
 * The well-known secrets for trying things out on one's own machine.
 *
 * <p>A gateway refuses to start with them unless {@code token.allowDevSecret} is set.
 */
public final class DevSecret {
  public static final String DEV_SECRET = "seckill-development-secret-never-in-production";

  /** The same for signatures of payment notices. */
  public static final String DEV_PAYMENT_SECRET =
      "seckill-development-payments-never-in-production";

  private DevSecret() {}
}
