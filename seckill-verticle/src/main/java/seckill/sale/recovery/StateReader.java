package seckill.sale.recovery;

import io.vertx.core.Future;
import io.vertx.redis.client.Command;
import io.vertx.redis.client.Request;
import io.vertx.redis.client.Response;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import seckill.contract.ItemKeys;
import seckill.contract.OrderIds;
import seckill.contract.OrderMessage;
import seckill.contract.RedisKeys;
import seckill.contract.Texts;
import seckill.runtime.RedisLink;
import seckill.sale.recovery.PageLoop.Page;

/** Reads what a Redis knows of the holders of an item, a page at a time. */
final class StateReader {
  static final String BEFORE_FIRST_ENTRY = "0-0";
  static final String FIRST_CURSOR = "0";
  private static final long NOT_KNOWN = -1;

  private final RedisLink redis;
  private final int pageSize;

  StateReader(RedisLink redis, int pageSize) {
    this.redis = redis;
    this.pageSize = pageSize;
  }

  /** A user and the order that stands for the unit. */
  record Holder(String userId, String orderId) {}

  /** An entry of a stream: its fields in their order; ids that cannot be read are empty. */
  record Entry(Map<String, String> fields) {}

  /** A user and the receipt, which begins with an order id. */
  record Receipt(String userId, String text) {
    String orderId() {
      return OrderIds.ofReceipt(text);
    }

    /** Whether the unit was taken again after the order had lost it. */
    boolean isTakenAgain() {
      return text.startsWith("|taken.", orderId().length());
    }
  }

  /** The keys of this shop. */
  RedisKeys keys() {
    return redis.keys();
  }

  /** How many users hold a unit of an item; -1 if Redis cannot tell. */
  Future<Long> holders(long itemId) {
    return redis
        .send(Request.cmd(Command.SCARD).arg(redis.keys().of(itemId).users()))
        .map(Response::toLong)
        .otherwise(NOT_KNOWN);
  }

  /** A page of a stream after the entry with this id. */
  Future<Page<String, Entry>> entries(String stream, String afterId) {
    return redis
        .send(
            Request.cmd(Command.XRANGE)
                .arg(stream)
                .arg("(" + afterId)
                .arg("+")
                .arg("COUNT")
                .arg(pageSize))
        .map(
            reply -> {
              List<Entry> entries = new ArrayList<>(reply.size());
              String last = null;
              for (Response entry : reply) {
                last = entry.get(0).toString();
                entries.add(new Entry(fields(entry.get(1))));
              }
              return new Page<>(entries, entries.size() < pageSize ? null : last);
            });
  }

  private static Map<String, String> fields(Response flat) {
    Map<String, String> fields = new LinkedHashMap<>();
    for (int i = 0; flat != null && i + 1 < flat.size(); i += 2) {
      String name = flat.get(i).toString();
      boolean isId = name.equals(OrderMessage.USER_ID) || name.equals(OrderMessage.ORDER_ID);
      fields.put(name, isId ? readable(flat.get(i + 1)) : flat.get(i + 1).toString());
    }
    return fields;
  }

  private static String readable(Response id) {
    return Objects.requireNonNullElse(Texts.ofUtf8(id.toBytes()), "");
  }

  /** Whether there are users who hold a unit and have no receipt. */
  Future<Boolean> hasUnnamed(long itemId) {
    ItemKeys keys = redis.keys().of(itemId);
    return redis
        .send(Request.cmd(Command.SCARD).arg(keys.users()))
        .compose(
            users ->
                redis
                    .send(Request.cmd(Command.HLEN).arg(keys.receipts()))
                    .map(receipts -> users.toLong() > receipts.toLong()));
  }

  /** A page of the users who hold a unit and have no receipt. */
  Future<Page<String, String>> unnamed(long itemId, String cursor) {
    ItemKeys keys = redis.keys().of(itemId);
    return redis
        .send(Request.cmd(Command.SSCAN).arg(keys.users()).arg(cursor).arg("COUNT").arg(pageSize))
        .compose(
            page -> {
              String next = page.get(0).toString();
              return unnamed(keys, page.get(1))
                  .map(users -> new Page<>(users, next.equals(FIRST_CURSOR) ? null : next));
            });
  }

  private Future<List<String>> unnamed(ItemKeys keys, Response users) {
    if (users.size() == 0) {
      return Future.succeededFuture(List.of());
    }
    Request receipts = Request.cmd(Command.HMGET).arg(keys.receipts());
    users.forEach(user -> receipts.arg(user.toBytes()));
    return redis
        .send(receipts)
        .map(
            found -> {
              List<String> unnamed = new ArrayList<>();
              for (int i = 0; i < found.size(); i++) {
                if (found.get(i) == null) {
                  unnamed.add(users.get(i).toString());
                }
              }
              return unnamed;
            });
  }

  /** Those of these orders that Redis remembers to have given their unit back. */
  Future<Set<String>> returnedAmong(long itemId, List<String> orderIds) {
    if (orderIds.isEmpty()) {
      return Future.succeededFuture(Set.of());
    }
    Request returned = Request.cmd(Command.HMGET).arg(redis.keys().of(itemId).returned());
    orderIds.forEach(returned::arg);
    return redis
        .send(returned)
        .map(
            found -> {
              Set<String> known = new HashSet<>();
              for (int i = 0; i < found.size(); i++) {
                if (found.get(i) != null) {
                  known.add(orderIds.get(i));
                }
              }
              return known;
            });
  }

  /** A page of the receipts; those that stay meanwhile are on one of the pages. */
  Future<Page<String, Receipt>> receipts(long itemId, String cursor) {
    return redis
        .send(
            Request.cmd(Command.HSCAN)
                .arg(redis.keys().of(itemId).receipts())
                .arg(cursor)
                .arg("COUNT")
                .arg(pageSize))
        .map(
            reply -> {
              Response flat = reply.get(1);
              List<Receipt> receipts = new ArrayList<>(flat.size() / 2);
              for (int i = 0; i + 1 < flat.size(); i += 2) {
                receipts.add(new Receipt(readable(flat.get(i)), flat.get(i + 1).toString()));
              }
              String next = reply.get(0).toString();
              return new Page<>(receipts, next.equals(FIRST_CURSOR) ? null : next);
            });
  }
}
