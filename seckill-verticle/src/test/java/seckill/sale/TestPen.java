package seckill.sale;

import io.vertx.redis.client.Response;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;
import seckill.contract.ItemKeys;
import seckill.contract.RedisKeys;
import seckill.testkit.TestMySql;
import seckill.testkit.TestRedis;

/** Writes orders into the books as the consumer does. */
final class TestPen {
  private final TestRedis redis;
  private final TestMySql mysql;
  private final long itemId;
  private final ItemKeys keys;

  TestPen(TestRedis redis, TestMySql mysql, long itemId) {
    this.redis = redis;
    this.mysql = mysql;
    this.itemId = itemId;
    this.keys = RedisKeys.DEFAULT.of(itemId);
  }

  /** Lands so many of the unread entries; tells the order ids by user. */
  Map<String, String> land(int count) {
    return land(count, true);
  }

  /** Lands them, and does or does not acknowledge them. */
  Map<String, String> land(int count, boolean acknowledged) {
    Map<String, String> landed = new HashMap<>();
    for (Response entry : read(count)) {
      String orderId = entry.get(1).get(1).toString();
      String userId = entry.get(1).get(5).toString();
      insert(orderId, userId);
      landed.put(userId, orderId);
      if (acknowledged) {
        redis.command("XACK", keys.orders(), RedisKeys.ORDER_GROUP, entry.get(0).toString());
      }
    }
    return landed;
  }

  /** Takes so many entries and leaves them pending. */
  void leavePending(int count) {
    read(count);
  }

  private Iterable<Response> read(int count) {
    Response reply =
        redis.command(
            "XREADGROUP",
            "GROUP",
            RedisKeys.ORDER_GROUP,
            "pen",
            "COUNT",
            "" + count,
            "STREAMS",
            keys.orders(),
            ">");
    return reply == null ? java.util.List.of() : reply.get(0).get(1);
  }

  void insert(String orderId, String userId) {
    mysql.query(
        "INSERT INTO orders (order_id, item_id, user_id, price_cents, status, live, purchased_at,"
            + " created_at) VALUES (?, ?, ?, 1, 'CREATED', 1, UTC_TIMESTAMP(3), UTC_TIMESTAMP(3))",
        orderId,
        itemId,
        userId);
    mysql.query("UPDATE seckill_item SET sold = sold + 1 WHERE id = ?", itemId);
  }

  /** Ends a live order; with or without what has to follow in Redis. */
  void cancel(String userId, String status, boolean returned) {
    String orderId =
        mysql
            .query(
                "SELECT order_id FROM orders WHERE item_id = ? AND user_id = ? AND live = 1",
                itemId,
                userId)
            .iterator()
            .next()
            .getString(0);
    mysql.query("UPDATE orders SET status = ?, live = NULL WHERE order_id = ?", status, orderId);
    mysql.query("UPDATE seckill_item SET sold = sold - 1 WHERE id = ?", itemId);
    if (!returned) {
      outbox("UNIT_RETURN", orderId, userId);
    }
  }

  void outbox(String kind, String orderId, String userId) {
    mysql.query(
        "INSERT INTO outbox (kind, item_id, order_id, user_id, payload, next_at, created_at)"
            + " VALUES (?, ?, ?, ?, '{}', UTC_TIMESTAMP(3), UTC_TIMESTAMP(3))",
        kind,
        itemId,
        orderId,
        userId);
  }

  /** Makes a dead letter of a user's message. */
  String bury(String userId, String state) {
    String orderId = UUID.randomUUID().toString();
    bury(orderId, userId, state);
    return orderId;
  }

  void bury(String orderId, String userId, String state) {
    mysql.query(
        "INSERT INTO dead_letter (item_id, stream_id, order_id, user_id, fields, reason,"
            + " deliveries, created_at, state) VALUES (?, ?, ?, ?, '{}', 'test', 5,"
            + " UTC_TIMESTAMP(3), ?)",
        itemId,
        orderId,
        orderId,
        userId,
        state);
  }
}
