package seckill.gateway;

/**
 * The well-known token secret for trying things out on one's own machine.
 *
 * <p>A gateway refuses to start with it unless {@code token.allowDevSecret} is set.
 */
public final class DevSecret {
  public static final String DEV_SECRET = "seckill-development-secret-never-in-production";

  private DevSecret() {}
}
