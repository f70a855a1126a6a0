package seckill.sale.recovery;

import seckill.contract.Outcome;
import seckill.contract.SeckillException;

/**
 * An item has more holders than units. Its state is built all the same, and closed: units come back
 * to it, and it opens once its holders fit.
 */
final class OversoldException extends SeckillException {
  private static final long serialVersionUID = 1L;

  OversoldException(String message) {
    super(Outcome.CONFLICT, message);
  }
}
