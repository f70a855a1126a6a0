package seckill.sale;

import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.redis.client.Response;
import io.vertx.sqlclient.Row;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import seckill.contract.ItemKeys;
import seckill.contract.OrderIds;
import seckill.contract.OrderMessage;
import seckill.contract.RedisKeys;
import seckill.contract.UserIds;
import seckill.sale.PreheatStore.Holder;

/**
 * Enters everybody who holds a unit of an item into Redis again.
 *
 * <p>Orders move from the orders stream to the books, or to the dead letters, while this reads. So
 * the streams come first: an order that has left a stream is found where it went.
 */
final class HolderRebuild {
  private static final Logger LOG = LoggerFactory.getLogger(HolderRebuild.class);
  private static final String BEFORE_FIRST_ENTRY = "0-0";

  private final PreheatStore store;
  private final ItemRepository items;
  private final int pageSize;

  HolderRebuild(PreheatStore store, ItemRepository items, int pageSize) {
    this.store = store;
    this.items = items;
    this.pageSize = pageSize;
  }

  /** Enters all holders; tells how many of them have an order in the books. */
  Future<Long> run(SaleItem item) {
    ItemKeys keys = RedisKeys.of(item.itemId());
    return fromStream(item, keys.orders(), BEFORE_FIRST_ENTRY)
        .compose(orders -> fromStream(item, keys.dead(), BEFORE_FIRST_ENTRY))
        .compose(dead -> fromDeadLetters(item, 0))
        .compose(letters -> fromOrders(item, Buffer.buffer(), 0));
  }

  private Future<Void> fromStream(SaleItem item, String stream, String after) {
    return store
        .entries(stream, after, pageSize)
        .compose(
            page -> {
              List<Holder> holders = new ArrayList<>();
              String last = after;
              for (Response entry : page) {
                last = entry.get(0).toString();
                Map<String, String> fields = fields(entry.get(1));
                add(
                    holders,
                    fields.get(OrderMessage.USER_ID),
                    fields.get(OrderMessage.ORDER_ID),
                    stream);
              }
              String next = last;
              boolean more = page.size() == pageSize;
              return enter(item, holders)
                  .compose(
                      goOn ->
                          goOn && more ? fromStream(item, stream, next) : Future.succeededFuture());
            });
  }

  private static Map<String, String> fields(Response flat) {
    Map<String, String> fields = new HashMap<>();
    for (int i = 0; flat != null && i + 1 < flat.size(); i += 2) {
      fields.put(flat.get(i).toString(), flat.get(i + 1).toString());
    }
    return fields;
  }

  private Future<Void> fromDeadLetters(SaleItem item, long after) {
    return items
        .deadLetters(item.itemId(), after, pageSize)
        .compose(
            page -> {
              List<Holder> holders = new ArrayList<>();
              long last = after;
              for (Row row : page) {
                last = row.getLong("id");
                add(holders, text(row, "user_id"), text(row, "order_id"), "dead_letter");
              }
              long next = last;
              return enter(item, holders)
                  .compose(
                      goOn ->
                          goOn && page.size() == pageSize
                              ? fromDeadLetters(item, next)
                              : Future.succeededFuture());
            });
  }

  private Future<Long> fromOrders(SaleItem item, Buffer after, long found) {
    return items
        .liveOrders(item.itemId(), after, pageSize)
        .compose(
            page -> {
              List<Holder> holders = new ArrayList<>();
              Buffer last = after;
              for (Row row : page) {
                last = row.getBuffer("user_id");
                add(holders, text(row, "user_id"), row.getString("order_id"), "orders");
              }
              Buffer next = last;
              long sum = found + holders.size();
              return enter(item, holders)
                  .compose(
                      goOn ->
                          goOn && page.size() == pageSize
                              ? fromOrders(item, next, sum)
                              : Future.succeededFuture(sum));
            });
  }

  private static String text(Row row, String column) {
    Buffer bytes = row.getBuffer(column);
    return bytes == null ? null : bytes.toString(StandardCharsets.UTF_8);
  }

  private static void add(List<Holder> holders, String userId, String orderId, String source) {
    if (UserIds.isValid(userId) && OrderIds.isValid(orderId)) {
      holders.add(new Holder(userId, orderId));
    } else {
      LOG.warn("an entry of {} names no user or no order and holds no unit", source);
    }
  }

  private Future<Boolean> enter(SaleItem item, List<Holder> holders) {
    return holders.isEmpty() ? Future.succeededFuture(true) : store.restore(item, holders);
  }
}
