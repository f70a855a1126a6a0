package seckill.sale;

import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import seckill.contract.ItemGate;
import seckill.contract.Outcome;
import seckill.contract.SeckillException;
import seckill.runtime.StoreFaults;
import seckill.sale.reservation.ReservedUsers;

/** Changes what stands before an item, also while it sells: first in the books, then in Redis. */
final class GateChange {
  private final GateRepository books;
  private final ItemFields fields;
  private final ReservedUsers reserved;
  private final SaleNews news;

  GateChange(GateRepository books, ItemFields fields, ReservedUsers reserved, SaleNews news) {
    this.books = books;
    this.fields = fields;
    this.reserved = reserved;
    this.news = news;
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
                    .compose(ready -> fields.setGate(itemId, gate))
                    .recover(cause -> Future.failedFuture(notTold(itemId, cause)))
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

  private static SeckillException notTold(long itemId, Throwable cause) {
    return new SeckillException(
        Outcome.DEGRADED,
        "the gate of item "
            + itemId
            + " is in the books, but Redis could not be told; set it again later: "
            + StoreFaults.words(cause));
  }
}
