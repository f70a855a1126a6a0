package seckill.sale.recovery;

import io.vertx.core.Future;
import io.vertx.redis.client.Command;
import io.vertx.redis.client.Request;
import io.vertx.redis.client.Response;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import seckill.contract.RedisKeys;
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

  /** An entry of a stream: its fields in their order. */
  record Entry(Map<String, String> fields) {}

  /** A user and the receipt, which begins with an order id. */
  record Receipt(String userId, String text) {
    String orderId() {
      int end = text.indexOf('|');
      return end < 0 ? text : text.substring(0, end);
    }

    /** Whether the unit was taken again after the order had lost it. */
    boolean isTakenAgain() {
      return text.startsWith("|taken.", orderId().length());
    }
  }

  /** How many users hold a unit of an item; -1 if Redis cannot tell. */
  Future<Long> holders(long itemId) {
    return redis
        .send(Request.cmd(Command.SCARD).arg(RedisKeys.of(itemId).users()))
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
      fields.put(flat.get(i).toString(), flat.get(i + 1).toString());
    }
    return fields;
  }

  /** A page of the receipts; those that stay meanwhile are on one of the pages. */
  Future<Page<String, Receipt>> receipts(long itemId, String cursor) {
    return redis
        .send(
            Request.cmd(Command.HSCAN)
                .arg(RedisKeys.of(itemId).receipts())
                .arg(cursor)
                .arg("COUNT")
                .arg(pageSize))
        .map(
            reply -> {
              Response flat = reply.get(1);
              List<Receipt> receipts = new ArrayList<>(flat.size() / 2);
              for (int i = 0; i + 1 < flat.size(); i += 2) {
                receipts.add(new Receipt(flat.get(i).toString(), flat.get(i + 1).toString()));
              }
              String next = reply.get(0).toString();
              return new Page<>(receipts, next.equals(FIRST_CURSOR) ? null : next);
            });
  }
}
