package seckill.sale.recovery;

import io.vertx.core.Future;
import io.vertx.redis.client.Response;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import seckill.contract.ItemKeys;
import seckill.contract.RedisKeys;
import seckill.runtime.RedisLink;
import seckill.sale.ItemControlStore;
import seckill.sale.KeepTimes;
import seckill.sale.SaleItem;
import seckill.sale.SaleSwitch;
import seckill.sale.recovery.StateReader.Entry;
import seckill.sale.recovery.StateReader.Holder;

/** Builds the state of items in Redis, by one building at a time for each. */
final class BuildingStore {
  private static final String NO_LEASE = "0";

  private final RedisLink redis;
  private final KeepTimes keep;
  private final long leaseMillis;
  private final int returnedOrders;

  /**
   * @param returnedOrders orders of an item whose unit was given back that are remembered
   * @param leaseMillis after which a building that does not show itself can be taken over
   */
  BuildingStore(RedisLink redis, KeepTimes keep, long leaseMillis, int returnedOrders) {
    this.redis = redis;
    this.keep = keep;
    this.leaseMillis = leaseMillis;
    this.returnedOrders = returnedOrders;
  }

  /** What {@code close.lua} or {@code build.lua} answered. */
  record Answer(String word, long stock, long epoch, String detail) {
    static Answer read(Response reply) {
      return new Answer(
          reply.get(0).toString(),
          reply.get(1).toLong(),
          reply.get(2).toLong(),
          reply.get(3).toString());
    }
  }

  /**
   * Closes the item for a building.
   *
   * @param always also if its state is whole
   * @param least purchases that were accepted at least
   * @param all the switch for all items
   */
  Future<Answer> close(Building building, boolean always, Floor least, SaleSwitch all) {
    SaleItem item = building.item();
    List<String> arguments = new ArrayList<>();
    arguments.add(always ? "always" : "broken");
    arguments.add(Long.toString(least.accepted()));
    arguments.add(Long.toString(item.epoch()));
    arguments.add(Long.toString(item.spec().endAt().toEpochMilli()));
    arguments.add(Long.toString(keep.expireAt(item.spec())));
    arguments.add(Long.toString(least.epoch()));
    arguments.addAll(decided(item));
    arguments.addAll(statuses(item, all));
    return eval(RecoveryScript.CLOSE, building, arguments).map(Answer::read);
  }

  // What only the books decide.
  private List<String> decided(SaleItem item) {
    return List.of(
        RedisKeys.ITEM_START_AT,
        Long.toString(item.spec().startAt().toEpochMilli()),
        RedisKeys.ITEM_END_AT,
        Long.toString(item.spec().endAt().toEpochMilli()),
        RedisKeys.ITEM_PRICE_CENTS,
        Long.toString(item.spec().priceCents()),
        RedisKeys.ITEM_EXPIRE_AT,
        Long.toString(keep.expireAt(item.spec())));
  }

  // What somebody may have closed in Redis alone stays closed.
  private static List<String> statuses(SaleItem item, SaleSwitch all) {
    return List.of(
        RedisKeys.ITEM_STATUS,
        item.isPaused() ? SaleItem.PAUSED : SaleItem.OPEN,
        RedisKeys.ITEM_ALL_STATUS,
        all.status(),
        RedisKeys.ITEM_REVISION,
        Long.toString(item.revision()),
        RedisKeys.ITEM_ALL_REVISION,
        Long.toString(all.revision()));
  }

  /** Shows that the building goes on. */
  Future<Void> hold(Building building) {
    return require(building, eval(RecoveryScript.HOLD, building, List.of())).mapEmpty();
  }

  /** Lets another begin at once; the item stays closed. */
  Future<Void> giveUp(Building building) {
    return redis
        .eval(RecoveryScript.HOLD.lua(), keys(building), List.of(building.name(), NO_LEASE))
        .mapEmpty();
  }

  /**
   * Enters holders.
   *
   * @param overrule whether the order that is named counts where a receipt names another
   */
  Future<Void> enter(Building building, Collection<Holder> holders, boolean overrule) {
    if (holders.isEmpty()) {
      return Future.succeededFuture();
    }
    List<String> arguments = new ArrayList<>(2 + 2 * holders.size());
    arguments.add(usersExpireAt(building));
    arguments.add(overrule ? "1" : "0");
    addAll(arguments, holders);
    return require(building, eval(RecoveryScript.ENTER, building, arguments)).mapEmpty();
  }

  /** Takes out users whose orders hold no unit any more; tells how many there were. */
  Future<Long> forget(Building building, Collection<Holder> former) {
    if (former.isEmpty()) {
      return Future.succeededFuture(0L);
    }
    List<String> arguments = new ArrayList<>(2 * former.size());
    addAll(arguments, former);
    return require(building, eval(RecoveryScript.FORGET, building, arguments));
  }

  private static void addAll(List<String> arguments, Collection<Holder> holders) {
    for (Holder holder : holders) {
      arguments.add(holder.userId());
      arguments.add(holder.orderId());
    }
  }

  /** Enters orders whose unit was given back, and users who may not buy any more. */
  Future<Void> lapse(Building building, List<String> orderIds, List<String> barred) {
    if (orderIds.isEmpty() && barred.isEmpty()) {
      return Future.succeededFuture();
    }
    List<String> arguments = new ArrayList<>(2 + orderIds.size() + barred.size());
    arguments.add(usersExpireAt(building));
    arguments.add(Integer.toString(returnedOrders));
    arguments.add(Integer.toString(orderIds.size()));
    arguments.addAll(orderIds);
    arguments.addAll(barred);
    return require(building, eval(RecoveryScript.LAPSE, building, arguments)).mapEmpty();
  }

  /** Brings orders of another Redis; tells how many were new. */
  Future<Long> bring(Building building, Map<Holder, Entry> orders) {
    if (orders.isEmpty()) {
      return Future.succeededFuture(0L);
    }
    List<String> arguments = new ArrayList<>();
    arguments.add(usersExpireAt(building));
    orders.forEach(
        (holder, entry) -> {
          arguments.add(holder.userId());
          arguments.add(holder.orderId());
          arguments.add(Integer.toString(2 * entry.fields().size()));
          entry
              .fields()
              .forEach(
                  (field, value) -> {
                    arguments.add(field);
                    arguments.add(value);
                  });
        });
    return require(building, eval(RecoveryScript.BRING, building, arguments));
  }

  private String usersExpireAt(Building building) {
    return Long.toString(keep.usersExpireAt(building.item().spec()));
  }

  /**
   * Sets stock and counters by the holders that were entered.
   *
   * @param item as the books have it now
   * @param epoch of the state from now on
   * @param booked holders that there are at least
   * @param least purchases that were accepted at least
   */
  Future<Answer> build(
      Building building, SaleItem item, long epoch, long booked, long least, SaleSwitch all) {
    List<String> decided = new ArrayList<>(decided(item));
    decided.addAll(ItemControlStore.of(item.spec().gate()));
    List<String> arguments = new ArrayList<>();
    arguments.add(RedisKeys.ORDER_GROUP);
    arguments.add(Long.toString(epoch));
    arguments.add(Long.toString(item.units()));
    arguments.add(Long.toString(booked));
    // Otherwise it would seem to be set back to whoever reads the ledger.
    arguments.add(Long.toString(Math.max(least, item.sold())));
    arguments.add(Long.toString(keep.usersExpireAt(item.spec())));
    arguments.add(Long.toString(keep.expireAt(item.spec())));
    arguments.add(Integer.toString(decided.size() / 2));
    arguments.addAll(decided);
    arguments.addAll(statuses(item, all));
    return eval(RecoveryScript.BUILD, building, arguments).map(Answer::read);
  }

  /** Ends the building; {@code false} if another has taken over. */
  Future<Boolean> open(Building building, long epoch, String status, String saleStatus) {
    return eval(RecoveryScript.OPEN, building, List.of(Long.toString(epoch), status, saleStatus))
        .map(reply -> reply.toInteger() == 1);
  }

  private Future<Response> eval(RecoveryScript script, Building building, List<String> arguments) {
    List<String> all = new ArrayList<>(2 + arguments.size());
    all.add(building.name());
    all.add(Long.toString(leaseMillis));
    all.addAll(arguments);
    return redis.eval(script.lua(), keys(building), all);
  }

  private List<String> keys(Building building) {
    ItemKeys keys = redis.keys().of(building.itemId());
    return RecoveryScript.keys(keys);
  }

  private static Future<Long> require(Building building, Future<Response> reply) {
    return reply.map(
        answer -> {
          long count = answer.toLong();
          if (count < 0) {
            throw new TakenOverException(building.itemId(), "another till has taken over");
          }
          return count;
        });
  }
}
