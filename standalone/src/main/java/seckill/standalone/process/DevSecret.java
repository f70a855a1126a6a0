package seckill.standalone.process;

/** The secrets of a sale that somebody tries at home; everybody knows them. */
public final class DevSecret {
  public static final String VALUE = seckill.gateway.token.DevSecret.DEV_SECRET;

  /** Signs payment notices. */
  public static final String PAYMENT = seckill.gateway.token.DevSecret.DEV_PAYMENT_SECRET;

  private DevSecret() {}
}
