package seckill.sale;

import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import seckill.contract.SeckillException;

/** Writes down who asked for which change, and what came of it. */
public final class AuditTrail {
  /** Stands in the books where a change is about no item. */
  public static final long NO_ITEM = 0;

  private static final Logger LOG = LoggerFactory.getLogger(AuditTrail.class);
  private static final String DONE = "OK";

  private final ItemRepository items;

  AuditTrail(ItemRepository items) {
    this.items = items;
  }

  /** Waits for a change, writes it down and tells its reply. */
  public Future<JsonObject> of(String actor, String action, long itemId, Future<Audited> change) {
    return change.transform(
        done ->
            write(actor, action, itemId, done.result(), done.cause())
                .compose(
                    written ->
                        done.succeeded()
                            ? Future.succeededFuture(done.result().reply())
                            : Future.failedFuture(done.cause())));
  }

  // What was done is done: a book that cannot be written does not turn it into a failure.
  private Future<Void> write(
      String actor, String action, long itemId, Audited done, Throwable cause) {
    SeckillException refusal = cause == null ? null : Faults.explain(cause);
    String outcome = refusal == null ? DONE : refusal.outcome().name();
    JsonObject detail =
        refusal == null ? done.detail() : new JsonObject().put("why", refusal.getMessage());
    LOG.info("{} of item {} by {}: {}", action, itemId, actor, outcome);
    return items
        .audit(actor, action, itemId, detail.encode(), outcome)
        .recover(
            lost -> {
              LOG.error(
                  "no audit entry for {} of item {} by {}: {}",
                  action,
                  itemId,
                  actor,
                  lost.getMessage());
              return Future.succeededFuture();
            });
  }
}
