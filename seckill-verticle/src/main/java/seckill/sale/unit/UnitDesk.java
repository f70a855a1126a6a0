package seckill.sale.unit;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import java.util.function.LongUnaryOperator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import seckill.contract.Addresses;
import seckill.contract.Outcome;
import seckill.contract.SeckillException;
import seckill.contract.TimeLeft;
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
  private final BooleanSupplier unsure;
  private final UnitBooks books;
  private final UnitNews news;
  private final LongSupplier nanoClock;
  private final MeterRegistry meters;

  /**
   * @param epochs the epoch of an item in the books; 0 if not known
   * @param unsure whether Redis is not known to be right
   * @param remembered orders per item whose unit was given back that are remembered
   * @param nanoClock a clock that only runs forward
   */
  public UnitDesk(
      RedisLink redis,
      LongUnaryOperator epochs,
      BooleanSupplier unsure,
      int remembered,
      UnitBooks books,
      UnitNews news,
      LongSupplier nanoClock,
      MeterRegistry meters) {
    this.store = new UnitStore(redis, epochs, remembered);
    this.unsure = unsure;
    this.books = books;
    this.news = news;
    this.nanoClock = nanoClock;
    this.meters = meters;
  }

  /** Serves the requests about units. */
  public void openAt(BusDoor door) {
    door.serve(Addresses.UNIT_RETURN, body -> giveBack(Requests.json(body)));
    door.serve(Addresses.UNIT_TAKE, body -> take(Requests.json(body)));
  }

  private Future<JsonObject> giveBack(JsonObject json) {
    UnitRequest request = inTime(UnitRequest.fromJson(json, nanoClock.getAsLong()));
    boolean forSale = UnitRequest.isWanted(json, "unit");
    boolean mayBuy = UnitRequest.isWanted(json, "right");
    return answer("return", request, giveBack(request, forSale, mayBuy))
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

  private Future<UnitReply> giveBack(UnitRequest request, boolean forSale, boolean mayBuy) {
    return store
        .giveBack(request, forSale, mayBuy, false)
        .compose(
            reply ->
                reply.result() == UnitResult.UNNAMED
                    ? unnamed(request, forSale, mayBuy, reply)
                    : Future.succeededFuture(reply));
  }

  // The receipt is lost, so only the books can say whose unit it is.
  private Future<UnitReply> unnamed(
      UnitRequest request, boolean forSale, boolean mayBuy, UnitReply seen) {
    return books
        .hasOther(request.itemId(), request.userId(), request.orderId())
        .compose(
            other ->
                other
                    ? Future.succeededFuture(seen.with(UnitResult.ALREADY))
                    : store.giveBack(inTime(request), forSale, mayBuy, true));
  }

  private Future<JsonObject> take(JsonObject json) {
    UnitRequest request = inTime(UnitRequest.fromJson(json, nanoClock.getAsLong()));
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
    if (TimeLeft.isOver(request.endNanos(), nanoClock.getAsLong())) {
      throw tooLate();
    }
    return request;
  }

  private static SeckillException tooLate() {
    return new SeckillException(
        Outcome.DEGRADED, "the time of this request is over; nothing was done");
  }

  private Future<UnitReply> answer(String action, UnitRequest request, Future<UnitReply> asked) {
    return asked
        .compose(reply -> told(request.itemId(), reply))
        .onSuccess(
            reply -> {
              count(action, reply.result());
              LOG.debug("{} of order {}: {}", action, request.orderId(), reply.result());
            });
  }

  // What is lost while an item is on sale is built again, and may hold this order's user then. What
  // is lost later stays lost: there is nothing to give back to, and no unit to be had. Should a
  // person build it again after all, then from the books, which say the same of this order.
  private Future<UnitReply> told(long itemId, UnitReply reply) {
    return switch (reply.result()) {
      case GONE, BROKEN, WRONGTYPE ->
          unsure.getAsBoolean()
              ? Future.succeededFuture(reply.with(UnitResult.LOADING))
              : books.isOver(itemId).map(over -> obstacle(reply, over));
      // Held up on its way to here: by now somebody else may have decided without the unit.
      case LATE -> Future.failedFuture(tooLate());
      default -> Future.succeededFuture(reply);
    };
  }

  private static UnitReply obstacle(UnitReply reply, boolean over) {
    if (over) {
      return new UnitReply(UnitResult.GONE, reply.stock(), "", false);
    }
    return reply.result() == UnitResult.WRONGTYPE ? reply : reply.with(UnitResult.LOADING);
  }

  private void count(String action, UnitResult result) {
    Counter.builder("seckill.units")
        .description("units returned to sale or taken again, by what came of it")
        .tag("action", action)
        .tag("result", result.name())
        .register(meters)
        .increment();
  }
}
