package seckill.sale;

/**
 * The switch for all items, as MySQL has it.
 *
 * @param status OPEN or PAUSED
 * @param revision raised by every change
 */
public record SaleSwitch(String status, long revision) {
  /** What holds while nobody has read it. */
  static final SaleSwitch UNKNOWN = new SaleSwitch(SaleItem.PAUSED, 0);

  /** A switch that says anything but OPEN is PAUSED. */
  static SaleSwitch of(String status, long revision) {
    return new SaleSwitch(SaleItem.OPEN.equals(status) ? SaleItem.OPEN : SaleItem.PAUSED, revision);
  }

  public boolean isPaused() {
    return status.equals(SaleItem.PAUSED);
  }
}
