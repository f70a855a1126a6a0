package seckill.sale.unit;

import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongUnaryOperator;
import seckill.runtime.RedisLink;

/** Runs the scripts about units. */
final class UnitStore {
  private static final String YES = "1";
  private static final String NO = "0";

  private final RedisLink redis;
  private final LongUnaryOperator epochs;
  private final String remembered;

  /**
   * @param epochs the epoch of an item in the books; 0 if not known
   * @param remembered orders per item whose unit was given back that are remembered
   */
  UnitStore(RedisLink redis, LongUnaryOperator epochs, int remembered) {
    this.redis = redis;
    this.epochs = epochs;
    this.remembered = Integer.toString(remembered);
  }

  /**
   * Gives the unit of an order back.
   *
   * @param forSale whether the unit is one of those for sale
   * @param mayBuy whether the user may buy again
   * @param only whether the books know no other order by which the user could hold a unit
   */
  Future<UnitReply> giveBack(UnitRequest request, boolean forSale, boolean mayBuy, boolean only) {
    return eval(
        UnitScript.RETURN,
        request,
        forSale ? YES : NO,
        mayBuy ? YES : NO,
        remembered,
        only ? YES : NO);
  }

  /**
   * Takes a unit again for an order.
   *
   * @param settled whether the rest of the sale was booked back
   */
  Future<UnitReply> take(UnitRequest request, boolean settled) {
    return eval(UnitScript.TAKE, request, settled ? YES : NO, Long.toString(request.untilMillis()));
  }

  private Future<UnitReply> eval(UnitScript script, UnitRequest request, String... flags) {
    long itemId = request.itemId();
    List<String> arguments = new ArrayList<>();
    arguments.add(request.userId());
    arguments.add(request.orderId());
    arguments.add(Long.toString(request.seq()));
    arguments.add(Long.toString(epochs.applyAsLong(itemId)));
    arguments.addAll(List.of(flags));
    return redis
        .eval(script.lua(), UnitScript.keys(redis.keys().of(itemId)), arguments)
        .map(UnitReply::read);
  }
}
