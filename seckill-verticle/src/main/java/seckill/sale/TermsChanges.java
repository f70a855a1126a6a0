package seckill.sale;

import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import seckill.contract.TermsChange;
import seckill.sale.TermsRepository.Booked;

/** Changes the terms of a sale, also while it sells: first in the books, then in Redis. */
final class TermsChanges {
  private final TermsRepository books;
  private final TermsStore store;
  private final ItemCatalog catalog;
  private final SaleNews news;
  private final NotYetInRedis notYet;

  TermsChanges(
      TermsRepository books,
      TermsStore store,
      ItemCatalog catalog,
      SaleNews news,
      NotYetInRedis notYet) {
    this.books = books;
    this.store = store;
    this.catalog = catalog;
    this.news = news;
    this.notYet = notYet;
  }

  /**
   * Makes a change, once per request id: {@code {itemId, requestId, units, total, inForce,
   * replayed}} or {@code {itemId, requestId, endAt, inForce, replayed}}.
   */
  Future<Audited> make(TermsChange change, String actor) {
    return books
        .book(change, actor)
        .onSuccess(
            booked -> {
              catalog.refresh();
              news.itemStatus(change.itemId(), booked.item().status());
            })
        .compose(
            booked ->
                store
                    .tell(booked.item())
                    .recover(
                        cause ->
                            Future.failedFuture(
                                notYet.because(
                                    "the change of item " + change.itemId() + " is", cause)))
                    .map(inForce -> Audited.of(reply(change, booked, inForce))));
  }

  private static JsonObject reply(TermsChange change, Booked booked, boolean inForce) {
    JsonObject reply = change.toJson().put("itemId", Long.toString(change.itemId()));
    if (change.kind() == TermsChange.Kind.RESTOCK) {
      reply.put("total", booked.total());
    }
    return reply.put("inForce", inForce).put("replayed", booked.replayed());
  }
}
