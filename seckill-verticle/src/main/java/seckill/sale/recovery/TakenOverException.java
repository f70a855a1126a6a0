package seckill.sale.recovery;

/** Another till has taken over a building that did not show itself for too long. */
final class TakenOverException extends RuntimeException {
  private static final long serialVersionUID = 1;

  TakenOverException(long itemId) {
    super("another till builds item " + itemId + " by now", null, false, false);
  }
}
