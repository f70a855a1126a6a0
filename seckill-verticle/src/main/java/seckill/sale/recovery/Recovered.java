package seckill.sale.recovery;

import io.vertx.core.json.JsonObject;

/**
 * What came of a look at an item's state.
 *
 * @param itemId the item
 * @param status OPEN or PAUSED, by the books
 * @param stock units left
 * @param epoch of the state
 * @param rebuilt whether it was built again; otherwise it was whole
 * @param holders users who hold a unit
 * @param forgotten users who were taken out because their orders hold no unit any more
 * @param brought orders that were brought from another Redis
 */
public record Recovered(
    long itemId,
    String status,
    long stock,
    long epoch,
    boolean rebuilt,
    long holders,
    long forgotten,
    long brought) {

  /** {@code {itemId, status, stock, epoch, holders, forgotten, brought}}. */
  public JsonObject toJson() {
    return new JsonObject()
        .put("itemId", Long.toString(itemId))
        .put("status", status)
        .put("stock", stock)
        .put("epoch", epoch)
        .put("holders", holders)
        .put("forgotten", forgotten)
        .put("brought", brought);
  }
}
