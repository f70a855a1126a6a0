package seckill.standalone.process;

/** The token secret of a sale that somebody tries at home; everybody knows it. */
public final class DevSecret {
  public static final String VALUE = seckill.gateway.DevSecret.DEV_SECRET;

  private DevSecret() {}
}
