package seckill.sale.reservation;

import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.sqlclient.Row;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToLongFunction;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import seckill.contract.ItemSpec;
import seckill.runtime.MySqlLink;
import seckill.runtime.RedisLink;

/** Brings the registered users of an item from the books into Redis, a page at a time. */
public final class ReservedUsers {
  private static final Logger LOG = LoggerFactory.getLogger(ReservedUsers.class);

  private final ReservationBook book;
  private final ReservedSet set;
  private final int pageSize;
  private final ToLongFunction<ItemSpec> expireAt;

  /**
   * @param pageSize users per read and per write
   * @param expireAt until when the users of an item are kept in Redis, epoch milliseconds
   */
  public ReservedUsers(
      MySqlLink mysql, RedisLink redis, int pageSize, ToLongFunction<ItemSpec> expireAt) {
    this.book = new ReservationBook(mysql);
    this.set = new ReservedSet(redis);
    this.pageSize = pageSize;
    this.expireAt = expireAt;
  }

  ReservationBook book() {
    return book;
  }

  /** Enters users into Redis. */
  Future<Void> enter(ItemSpec item, List<String> userIds) {
    return set.add(item.itemId(), userIds, expireAt.applyAsLong(item));
  }

  Future<Void> remove(long itemId, String userId) {
    return set.remove(itemId, userId);
  }

  /** Enters everybody who registered; does nothing for an item that is open to all. */
  public Future<Void> load(ItemSpec item) {
    if (item.gate().reservation() == null) {
      return Future.succeededFuture();
    }
    return load(item, Buffer.buffer(), 0)
        .onSuccess(users -> LOG.info("item {}: {} users registered", item.itemId(), users))
        .mapEmpty();
  }

  /** Enters everybody who registered if somebody is missing in Redis. */
  public Future<Void> complete(ItemSpec item) {
    if (item.gate().reservation() == null) {
      return Future.succeededFuture();
    }
    return Future.all(book.count(item.itemId()), set.size(item.itemId()))
        .compose(
            sizes -> {
              long booked = sizes.resultAt(0);
              long entered = sizes.resultAt(1);
              return entered < booked ? load(item) : Future.succeededFuture();
            });
  }

  private Future<Long> load(ItemSpec item, Buffer after, long loaded) {
    return book.page(item.itemId(), after, pageSize)
        .compose(
            page -> {
              if (page.size() == 0) {
                return Future.succeededFuture(loaded);
              }
              List<String> userIds = new ArrayList<>(page.size());
              Buffer last = after;
              for (Row row : page) {
                last = row.getBuffer(0);
                userIds.add(last.toString(StandardCharsets.UTF_8));
              }
              Buffer next = last;
              long sum = loaded + page.size();
              return enter(item, userIds)
                  .compose(
                      entered ->
                          page.size() == pageSize
                              ? load(item, next, sum)
                              : Future.succeededFuture(sum));
            });
  }
}
