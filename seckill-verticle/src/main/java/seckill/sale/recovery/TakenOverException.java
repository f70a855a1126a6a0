package seckill.sale.recovery;

/** A building has to begin anew: another till has taken over, or what it had entered is gone. */
final class TakenOverException extends RuntimeException {
  private static final long serialVersionUID = 1;

  TakenOverException(long itemId, String why) {
    super("item " + itemId + " is built anew: " + why, null, false, false);
  }
}
