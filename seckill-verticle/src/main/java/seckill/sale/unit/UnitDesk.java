package seckill.sale.unit;

import io.micrometer.core.instrument.MeterRegistry;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import java.time.Clock;
import java.util.function.LongUnaryOperator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import seckill.contract.Addresses;
import seckill.contract.Outcome;
import seckill.contract.SeckillException;
import seckill.runtime.RedisLink;
import seckill.sale.BusDoor;
import seckill.sale.Requests;

/**
 * What the keeper of the orders asks: a unit back, or again. Every request may be repeated, and
 * come later than the next one about the same order.
 */
public final class UnitDesk {
  private static final Logger LOG = LoggerFactory.getLogger(UnitDesk.class);

  private final UnitStore store;
  private final UnitBooks books;
  private final UnitNews news;
  private final Clock clock;
  private final MeterRegistry meters;

  /**
   * @param epochs the epoch of an item in the books; 0 if not known
   * @param remembered orders per item whose unit was given back that are remembered
   */
  public UnitDesk(
      RedisLink redis,
      LongUnaryOperator epochs,
      int remembered,
      UnitBooks books,
      UnitNews news,
      Clock clock,
      MeterRegistry meters) {
    this.store = new UnitStore(redis, epochs, remembered);
    this.books = books;
    this.news = news;
    this.clock = clock;
    this.meters = meters;
  }

  /** Serves the requests about units. */
  public void openAt(BusDoor door) {
    door.serve(Addresses.UNIT_RETURN, body -> giveBack(Requests.json(body)));
    door.serve(Addresses.UNIT_TAKE, body -> take(Requests.json(body)));
  }

  private Future<JsonObject> giveBack(JsonObject json) {
    UnitRequest request = inTime(UnitRequest.fromJson(json));
    boolean forSale = UnitRequest.isWanted(json, "unit");
    boolean mayBuy = UnitRequest.isWanted(json, "right");
    return answer("return", request, store.giveBack(request, forSale, mayBuy))
        .onSuccess(
            reply -> {
              if (reply.opened()) {
                news.opened(request.itemId());
              }
              if (reply.result() == UnitResult.RETURNED && forSale && reply.stock() == 1) {
                news.restocked(request.itemId());
              }
            })
        .map(UnitReply::toJson);
  }

  private Future<JsonObject> take(JsonObject json) {
    UnitRequest request = inTime(UnitRequest.fromJson(json));
    return books
        .isSettled(request.itemId())
        .compose(settled -> answer("take", request, store.take(inTime(request), settled)))
        .onSuccess(
            reply -> {
              if (reply.result() == UnitResult.TAKEN && reply.stock() == 0) {
                news.soldOut(request.itemId());
              }
            })
        .map(UnitReply::toJson);
  }

  // Whoever asked has given up and will ask again; another till may be at it by now.
  private UnitRequest inTime(UnitRequest request) {
    if (request.deadlineMillis() <= clock.millis()) {
      throw new SeckillException(
          Outcome.DEGRADED, "the deadline of this request has passed; nothing was done");
    }
    return request;
  }

  private Future<UnitReply> answer(String action, UnitRequest request, Future<UnitReply> asked) {
    return asked
        .compose(
            reply ->
                reply.result() == UnitResult.GONE
                    ? whyGone(request.itemId(), reply)
                    : Future.succeededFuture(reply))
        .onSuccess(
            reply -> {
              count(action, reply.result());
              LOG.debug("{} of order {}: {}", action, request.orderId(), reply.result());
            });
  }

  // Keys that are missing before their time are lost, and what is built in their place may hold
  // this
  // order's user.
  private Future<UnitReply> whyGone(long itemId, UnitReply gone) {
    return books
        .expireAt(itemId)
        .map(expireAt -> expireAt > clock.millis() ? gone.with(UnitResult.LOADING) : gone);
  }

  private void count(String action, UnitResult result) {
    meters.counter("seckill.units", "action", action, "result", result.name()).increment();
  }
}
