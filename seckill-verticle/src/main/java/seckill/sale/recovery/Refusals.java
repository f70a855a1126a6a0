package seckill.sale.recovery;

import seckill.contract.Outcome;
import seckill.contract.SeckillException;
import seckill.sale.recovery.BuildingStore.Answer;

/** Says why an item's state was not built. */
final class Refusals {
  private Refusals() {}

  static SeckillException of(long itemId, Answer answer) {
    String item = "item " + itemId;
    return switch (answer.word()) {
      case "ENDED" -> new SeckillException(Outcome.ENDED, "the sale of " + item + " is over");
      case "WRONGTYPE" ->
          new SeckillException(
              Outcome.DEGRADED, "the key " + answer.detail() + " in Redis has the wrong type");
      case "OVERSOLD" ->
          new OversoldException(
              item
                  + " is OVERSOLD: it has more holders ("
                  + answer.detail()
                  + ") than units; it stays closed until they fit: dead letters are discarded,"
                  + " orders end, or units are added");
      default ->
          new SeckillException(Outcome.DEGRADED, "cannot build " + item + ": " + answer.word());
    };
  }
}
