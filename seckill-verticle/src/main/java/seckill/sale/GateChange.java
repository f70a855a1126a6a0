package seckill.sale;

import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import seckill.contract.ItemGate;
import seckill.sale.reservation.ReservedUsers;

/** Changes what stands before an item, also while it sells: first in MySQL, then in Redis. */
final class GateChange {
  private final GateRepository books;
  private final ItemControlStore controls;
  private final ReservedUsers reserved;
  private final SaleNews news;
  private final NotYetInRedis notYet;

  GateChange(
      GateRepository books,
      ItemControlStore controls,
      ReservedUsers reserved,
      SaleNews news,
      NotYetInRedis notYet) {
    this.books = books;
    this.controls = controls;
    this.reserved = reserved;
    this.news = news;
    this.notYet = notYet;
  }

  /** Sets the gate: {@code {itemId, status, gate}}. */
  Future<Audited> set(long itemId, ItemGate gate) {
    return books
        .setGate(itemId, gate)
        .onSuccess(change -> news.itemStatus(itemId, change.after().status()))
        .compose(
            change ->
                reserved
                    .complete(change.after().spec())
                    .compose(ready -> controls.tell(change.after()))
                    .recover(
                        cause ->
                            Future.failedFuture(
                                notYet.because("the gate of item " + itemId + " is", cause)))
                    .map(written -> change))
        .map(
            change ->
                Audited.of(
                    new JsonObject()
                        .put("itemId", Long.toString(itemId))
                        .put("status", change.after().status())
                        .put("gate", gate.toJson()),
                    change.before().spec().gate().toJson(),
                    gate.toJson()));
  }
}
