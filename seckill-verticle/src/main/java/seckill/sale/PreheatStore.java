package seckill.sale;

import io.vertx.core.Future;
import io.vertx.redis.client.Command;
import io.vertx.redis.client.Request;
import io.vertx.redis.client.Response;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import seckill.contract.ItemKeys;
import seckill.contract.ItemSpec;
import seckill.contract.RedisKeys;
import seckill.runtime.RedisLink;

/** Builds the state of items in Redis. */
final class PreheatStore {
  private static final long USERS_OUTLIVE_STOCK_MILLIS = 3_600_000;

  private final RedisLink redis;
  private final long retentionMillis;

  PreheatStore(RedisLink redis, long retentionMillis) {
    this.redis = redis;
    this.retentionMillis = retentionMillis;
  }

  /** What {@code preheat.lua} answered. */
  record Answer(String word, long stock, long epoch, String detail) {
    static Answer read(Response reply) {
      return new Answer(
          reply.get(0).toString(),
          reply.get(1).toLong(),
          reply.get(2).toLong(),
          reply.get(3).toString());
    }
  }

  /** A user and the order that stands for the unit. */
  record Holder(String userId, String orderId) {}

  /** Looks whether the item's state is whole, and holds purchases off if it is not. */
  Future<Answer> look(SaleItem item, String building) {
    return preheat("look", item, building, 0, SaleItem.PAUSED);
  }

  /**
   * Builds what is not whole, once every holder is entered.
   *
   * @param booked holders that the books alone know
   * @param saleStatus of all items, in the books
   */
  Future<Answer> build(SaleItem item, String building, long booked, String saleStatus) {
    return preheat("build", item, building, booked, saleStatus);
  }

  private Future<Answer> preheat(
      String mode, SaleItem item, String building, long booked, String saleStatus) {
    List<String> row =
        List.of(
            mode,
            RedisKeys.ORDER_GROUP,
            Long.toString(item.epoch()),
            item.status().equals(SaleItem.DRAFT) ? "0" : "1",
            Long.toString(item.units()),
            item.status().equals(SaleItem.PAUSED) ? SaleItem.PAUSED : SaleItem.OPEN,
            Long.toString(item.spec().startAt().toEpochMilli()),
            Long.toString(item.spec().endAt().toEpochMilli()),
            Long.toString(item.spec().priceCents()),
            Long.toString(expireAt(item)),
            building,
            Long.toString(booked),
            saleStatus);
    List<String> arguments = new ArrayList<>(row);
    arguments.addAll(ItemFields.of(item.spec().gate()));
    return eval(SaleScript.PREHEAT, item.itemId(), arguments).map(Answer::read);
  }

  /** Until when what belongs to the users of an item is kept, epoch milliseconds. */
  long usersExpireAt(ItemSpec item) {
    return item.endAt().toEpochMilli() + retentionMillis + USERS_OUTLIVE_STOCK_MILLIS;
  }

  /** Until when an item and its stock are kept, epoch milliseconds. */
  long expireAt(SaleItem item) {
    return item.spec().endAt().toEpochMilli() + retentionMillis;
  }

  /** Enters holders; {@code false} if the item's state is no longer being built. */
  Future<Boolean> restore(SaleItem item, List<Holder> holders) {
    List<String> arguments = new ArrayList<>(1 + 2 * holders.size());
    arguments.add(Long.toString(usersExpireAt(item.spec())));
    for (Holder holder : holders) {
      arguments.add(holder.userId());
      arguments.add(holder.orderId());
    }
    return eval(SaleScript.RESTORE, item.itemId(), arguments).map(reply -> reply.toLong() >= 0);
  }

  /** Makes the item known to consumers and the auditor. */
  Future<Void> announce(long itemId) {
    return redis.send(Request.cmd(Command.SADD).arg(RedisKeys.LIVE_ITEMS).arg(itemId)).mapEmpty();
  }

  /** Those of these items that stand in Redis and are not known to consumers and the auditor. */
  Future<List<Long>> unannounced(List<Long> itemIds) {
    Request listed = Request.cmd(Command.SMISMEMBER).arg(RedisKeys.LIVE_ITEMS);
    itemIds.forEach(listed::arg);
    return redis.send(listed).compose(flags -> standing(missing(itemIds, flags)));
  }

  private static List<Long> missing(List<Long> itemIds, Response flags) {
    return IntStream.range(0, itemIds.size())
        .filter(i -> flags.get(i).toInteger() == 0)
        .mapToObj(itemIds::get)
        .toList();
  }

  private Future<List<Long>> standing(List<Long> itemIds) {
    List<Long> standing = new ArrayList<>();
    Future<Void> chain = Future.succeededFuture();
    for (long itemId : itemIds) {
      chain =
          chain
              .compose(asked -> redis.send(exists(RedisKeys.of(itemId).item())))
              .map(
                  exists -> {
                    if (exists.toInteger() == 1) {
                      standing.add(itemId);
                    }
                    return null;
                  });
    }
    return chain.map(standing);
  }

  private static Request exists(String key) {
    return Request.cmd(Command.EXISTS).arg(key);
  }

  /** Ends a building; {@code false} if it was over already. */
  Future<Boolean> open(long itemId, String status, String saleStatus, String building) {
    return eval(SaleScript.OPEN, itemId, List.of(status, saleStatus, building))
        .map(reply -> reply.toInteger() == 1);
  }

  /** A page of a stream after the entry with this id. */
  Future<Response> entries(String stream, String afterId, int count) {
    return redis.send(
        Request.cmd(Command.XRANGE)
            .arg(stream)
            .arg("(" + afterId)
            .arg("+")
            .arg("COUNT")
            .arg(count));
  }

  private Future<Response> eval(SaleScript script, long itemId, List<String> arguments) {
    ItemKeys keys = RedisKeys.of(itemId);
    return redis.eval(script.lua(), script.keys(keys), arguments);
  }
}
