package seckill.reconcile;

import io.vertx.core.Future;
import io.vertx.core.eventbus.EventBus;
import io.vertx.core.eventbus.Message;
import io.vertx.core.eventbus.MessageConsumer;
import io.vertx.core.json.JsonObject;
import java.util.Set;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import seckill.contract.Addresses;
import seckill.contract.ItemIds;
import seckill.contract.Json;
import seckill.contract.LatestQuery;
import seckill.contract.Outcome;
import seckill.contract.SeckillException;

/** Answers what others ask the auditor on the bus. */
final class RequestDesk {
  private static final Logger LOG = LoggerFactory.getLogger(RequestDesk.class);
  private static final String ITEM_ID = "itemId";
  private static final Set<String> RUN_FIELDS = Set.of(ITEM_ID, "repair", "actor");
  private static final Set<String> LEDGER_FIELDS = Set.of(ITEM_ID);

  private final Auditor auditor;
  private final SqlBooks sql;
  private final ReportBooks reports;
  private final SettlementBooks settlements;
  private MessageConsumer<Object> runs;
  private MessageConsumer<Object> ledgers;
  private MessageConsumer<Object> lists;

  RequestDesk(Auditor auditor, SqlBooks sql, ReportBooks reports, SettlementBooks settlements) {
    this.auditor = auditor;
    this.sql = sql;
    this.reports = reports;
    this.settlements = settlements;
  }

  /** Begins to answer. */
  Future<Void> open(EventBus bus) {
    runs = bus.consumer(Addresses.RECONCILE_RUN, request -> answer(request, this::run));
    ledgers = bus.consumer(Addresses.ITEM_LEDGER, request -> answer(request, this::ledger));
    lists =
        bus.consumer(
            Addresses.RECONCILE_LIST,
            request -> answer(request, body -> reports.latest(LatestQuery.of(body))));
    return Future.all(runs.completion(), ledgers.completion(), lists.completion()).mapEmpty();
  }

  /** Takes no further request. */
  Future<Void> close() {
    return runs == null
        ? Future.succeededFuture()
        : Future.join(runs.unregister(), ledgers.unregister(), lists.unregister()).mapEmpty();
  }

  private static void answer(
      Message<Object> request, Function<JsonObject, Future<JsonObject>> work) {
    Future.succeededFuture(request)
        .map(RequestDesk::json)
        .compose(work)
        .onSuccess(request::reply)
        .onFailure(
            cause -> {
              SeckillException refusal = Faults.explain(cause);
              request.fail(refusal.outcome().failureCode(), refusal.getMessage());
            });
  }

  private static JsonObject json(Message<Object> message) {
    try {
      if (message.body() instanceof JsonObject request) {
        return request;
      }
    } catch (RuntimeException e) {
      throw SeckillException.badRequest("the request cannot be decoded");
    }
    throw SeckillException.badRequest("the request must be a JSON object with an itemId");
  }

  private Future<JsonObject> run(JsonObject request) {
    Json.requireOnly(request, RUN_FIELDS);
    long itemId = ItemIds.parse(request.getValue(ITEM_ID));
    Boolean repair = Json.flag(request, "repair");
    boolean mends = Boolean.TRUE.equals(repair);
    String actor = Json.text(request, "actor");
    boolean named = actor != null && !actor.isEmpty();
    if (mends && !named) {
      throw SeckillException.badRequest("a repair needs an actor");
    }
    Future<JsonObject> report = auditor.item(itemId, repair).map(Report::toJson);
    if (!named) {
      return report;
    }
    return report.transform(
        done ->
            audit(actor, mends ? "REPAIR" : "RECONCILE", itemId, done.result(), done.cause())
                .transform(
                    written ->
                        done.succeeded()
                            ? Future.succeededFuture(done.result())
                            : Future.failedFuture(done.cause())));
  }

  // What was done is done: a book that cannot be written does not turn it into a failure.
  private Future<Void> audit(
      String actor, String action, long itemId, JsonObject report, Throwable cause) {
    SeckillException refusal = cause == null ? null : Faults.explain(cause);
    JsonObject detail =
        refusal == null
            ? new JsonObject()
                .put("verdict", report.getString("verdict"))
                .put("repairs", report.getJsonArray("repairs"))
            : new JsonObject().put("why", refusal.getMessage());
    String outcome = refusal == null ? "OK" : refusal.outcome().name();
    return reports
        .audit(actor, action, itemId, detail.encode(), outcome)
        .onFailure(
            lost ->
                LOG.error(
                    "no audit entry for {} of item {} by {}: {}",
                    action,
                    itemId,
                    actor,
                    lost.getMessage()));
  }

  private Future<JsonObject> ledger(JsonObject request) {
    Json.requireOnly(request, LEDGER_FIELDS);
    long itemId = ItemIds.parse(request.getValue(ITEM_ID));
    return sql.ledger(itemId)
        .compose(
            found ->
                found.isEmpty()
                    ? Future.failedFuture(
                        new SeckillException(Outcome.NOT_FOUND, "there is no item " + itemId))
                    : sql.ordersByStatus(itemId)
                        .compose(
                            byStatus ->
                                settlements
                                    .find(itemId)
                                    .map(
                                        settlement ->
                                            ledger(
                                                itemId,
                                                found.get(),
                                                byStatus,
                                                settlement.orElse(null)))));
  }

  private static JsonObject ledger(
      long itemId, Ledger ledger, JsonObject byStatus, Settlement settlement) {
    JsonObject json =
        new JsonObject()
            .put(ITEM_ID, Long.toString(itemId))
            .put("total", ledger.total())
            .put("restocked", ledger.restocked())
            .put("sold", ledger.sold())
            .put("live", ledger.orders().live())
            .put("byStatus", byStatus)
            .put("returning", ledger.waiting().returns())
            .put("taking", ledger.waiting().takes())
            .put("deadLetters", ledger.waiting().letters());
    return settlement == null ? json : json.put("settlement", settlement.toJson());
  }
}
