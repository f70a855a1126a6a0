package seckill.sale;

import io.vertx.core.Future;
import io.vertx.redis.client.Command;
import io.vertx.redis.client.Request;
import io.vertx.redis.client.Response;
import java.util.List;
import seckill.contract.ItemKeys;
import seckill.contract.OrderIds;
import seckill.contract.PurchaseAttempt;
import seckill.contract.RedisKeys;
import seckill.runtime.RedisLink;
import seckill.sale.recovery.Floor;
import seckill.sale.recovery.SaleRecovery;

/** Sells from the stock in Redis and reads what was sold. */
final class StockStore {
  /** Stands in the place of an epoch if the item is paused in the books. */
  static final long PAUSED = -1;

  // Item ids start at 1, so this one has no keys.
  private static final long NO_ITEM = 0;

  private final RedisLink redis;
  private final String backlogCap;
  private final SaleRecovery recovery;

  /**
   * @param recovery knows how many purchases were accepted at least, and hears what Redis says
   */
  StockStore(RedisLink redis, long backlogCap, SaleRecovery recovery) {
    this.redis = redis;
    this.backlogCap = Long.toString(backlogCap);
    this.recovery = recovery;
  }

  /**
   * Decides attempts for one item in one script call.
   *
   * @param epoch of the item in the books; 0 if not known, {@link #PAUSED} if it must not sell
   */
  Future<PurchaseReply> purchase(long itemId, long epoch, List<PurchaseAttempt> attempts) {
    Floor floor = recovery.floorOf(itemId);
    List<String> arguments = PurchaseCall.arguments(itemId, epoch, backlogCap, floor, attempts);
    return redis
        .eval(PurchaseCall.script(), PurchaseCall.keys(redis.keys().of(itemId)), arguments)
        .map(reply -> PurchaseReply.read(reply, attempts))
        .onSuccess(reply -> note(itemId, reply));
  }

  private void note(long itemId, PurchaseReply reply) {
    if (reply.isBroken()) {
      recovery.sawBroken(itemId, reply.reason());
    } else if (reply.reason().isEmpty()) {
      recovery.sawWhole(itemId, new Floor(reply.epoch(), reply.acceptedTotal()));
    }
  }

  /** Succeeds if the purchase script can be run now; buys nothing. */
  Future<Void> probe() {
    return purchase(NO_ITEM, 0, List.of()).mapEmpty();
  }

  /** The order id of a user who holds a unit; {@code null} if the user holds none. */
  Future<String> orderIdOf(long itemId, String userId) {
    return redis
        .send(Request.cmd(Command.HGET).arg(redis.keys().of(itemId).receipts()).arg(userId))
        .map(receipt -> receipt == null ? null : OrderIds.ofReceipt(receipt.toString()));
  }

  /** Whether the item's receipts stand in Redis. */
  Future<Boolean> hasReceipts(long itemId) {
    return redis
        .send(Request.cmd(Command.EXISTS).arg(redis.keys().of(itemId).receipts()))
        .map(found -> found.toInteger() == 1);
  }

  /** The state of an item; {@code null} if it is not preheated. */
  Future<ItemState> state(long itemId) {
    ItemKeys keys = redis.keys().of(itemId);
    Future<Response> fields =
        redis.send(
            Request.cmd(Command.HMGET)
                .arg(keys.item())
                .arg(RedisKeys.ITEM_STATUS)
                .arg(RedisKeys.ITEM_LOADING)
                .arg(RedisKeys.ITEM_ACCEPTED)
                .arg(RedisKeys.ITEM_ALL_STATUS)
                .arg(RedisKeys.ITEM_OVERSOLD));
    Future<Response> stock = redis.send(Request.cmd(Command.GET).arg(keys.stock()));
    return Future.all(fields, stock).map(read -> state(fields.result(), stock.result()));
  }

  private static ItemState state(Response fields, Response stock) {
    if (fields.get(0) == null) {
      return null;
    }
    boolean closed = fields.get(1) != null || fields.get(4) != null;
    boolean open = !closed && isOpen(fields.get(0)) && isOpen(fields.get(3));
    return new ItemState(
        open ? SaleItem.OPEN : SaleItem.PAUSED, wholeNumber(stock), wholeNumber(fields.get(2)));
  }

  private static boolean isOpen(Response status) {
    return status != null && SaleItem.OPEN.equals(status.toString());
  }

  private static long wholeNumber(Response text) {
    return text != null && text.toString().matches("0|[1-9][0-9]{0,14}") ? text.toLong() : -1;
  }

  /** The number of users who hold a unit. */
  Future<Long> holders(long itemId) {
    return redis
        .send(Request.cmd(Command.SCARD).arg(redis.keys().of(itemId).users()))
        .map(Response::toLong);
  }

  /**
   * One page of the users who hold a unit: the next cursor, and the users.
   *
   * @param cursor "0" to start
   */
  Future<Response> scanHolders(long itemId, String cursor, int count) {
    return redis.send(
        Request.cmd(Command.SSCAN)
            .arg(redis.keys().of(itemId).users())
            .arg(cursor)
            .arg("COUNT")
            .arg(count));
  }
}
