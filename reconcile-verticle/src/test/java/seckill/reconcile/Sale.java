package seckill.reconcile;

import io.vertx.core.buffer.Buffer;
import io.vertx.redis.client.Response;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import seckill.contract.ItemKeys;
import seckill.contract.OrderIds;
import seckill.contract.RedisKeys;
import seckill.testkit.TestMySql;
import seckill.testkit.TestRedis;

/** One item's sale, set up by hand in both stores, step by step as the real one goes. */
final class Sale {
  private static final OrderIds IDS = new OrderIds(Clock.systemUTC());
  private static final int ROWS_PER_INSERT = 1000;

  // The same four writes as a purchase: one instant for whoever looks.
  private static final String BUY =
      "redis.call('DECR', KEYS[2]); redis.call('SADD', KEYS[3], ARGV[1]);"
          + " redis.call('HSET', KEYS[4], ARGV[1], ARGV[2] .. ARGV[3]);"
          + " redis.call('HINCRBY', KEYS[1], 'accepted', 1);"
          + " return redis.call('XADD', KEYS[5], '*', 'order_id', ARGV[2], 'item_id', ARGV[4],"
          + " 'user_id', ARGV[1], 'price_cents', '149900', 'purchased_at', '1', 'reference', '')";

  private static final Instant FIRST_PURCHASE = Instant.parse("2026-11-11T12:00:00Z");

  final TestRedis redis;
  final TestMySql mysql;
  final long itemId;
  final ItemKeys keys;
  private int purchases;

  /** A sale that runs now. */
  Sale(TestRedis redis, TestMySql mysql, long itemId, long total) {
    this(redis, mysql, itemId, total, Instant.now().plus(Duration.ofHours(1)));
  }

  Sale(TestRedis redis, TestMySql mysql, long itemId, long total, Instant endAt) {
    this.redis = redis;
    this.mysql = mysql;
    this.itemId = itemId;
    this.keys = RedisKeys.DEFAULT.of(itemId);
    mysql.query(
        "INSERT INTO seckill_item (id, sku, name, price_cents, total_stock, start_at, end_at,"
            + " status, created_at) VALUES (?, 'sku', '茅台 🍶', 149900, ?, ?, ?, 'OPEN', ?)",
        itemId,
        total,
        utc(endAt.minus(Duration.ofHours(2))),
        utc(endAt),
        utc(endAt));
    redis.command(
        "HSET",
        keys.item(),
        RedisKeys.ITEM_TOTAL,
        Long.toString(total),
        RedisKeys.ITEM_ACCEPTED,
        "0",
        RedisKeys.ITEM_EPOCH,
        "1",
        RedisKeys.ITEM_END_AT,
        Long.toString(endAt.toEpochMilli()),
        RedisKeys.ITEM_EXPIRE_AT,
        Long.toString(endAt.plus(Duration.ofDays(1)).toEpochMilli()));
    redis.command("SET", keys.stock(), Long.toString(total));
    redis.command("XGROUP", "CREATE", keys.orders(), RedisKeys.ORDER_GROUP, "0", "MKSTREAM");
    redis.command("SADD", RedisKeys.DEFAULT.liveItems(), Long.toString(itemId));
  }

  static LocalDateTime utc(Instant instant) {
    return LocalDateTime.ofInstant(instant, ZoneOffset.UTC);
  }

  static List<String> users(String prefix, int count) {
    return IntStream.range(0, count).mapToObj(i -> String.format("%s%05d", prefix, i)).toList();
  }

  /** A purchase: decided, and on its way. */
  Order buy(String user) {
    String orderId = newOrderId();
    String fingerprint = user.hashCode() % 2 == 0 ? "" : "|k1=abc";
    String streamId =
        redis
            .command(
                "EVAL",
                BUY,
                "5",
                keys.item(),
                keys.stock(),
                keys.users(),
                keys.receipts(),
                keys.orders(),
                user,
                orderId,
                fingerprint,
                Long.toString(itemId))
            .toString();
    return new Order(user, orderId, streamId);
  }

  static String newOrderId() {
    synchronized (IDS) {
      return IDS.next();
    }
  }

  List<Order> buyAll(List<String> users) {
    return users.stream().map(this::buy).toList();
  }

  /** A consumer reads the next messages and does no more. */
  void deliver(int count) {
    redis.command(
        "XREADGROUP",
        "GROUP",
        RedisKeys.ORDER_GROUP,
        "c-1",
        "COUNT",
        Integer.toString(count),
        "STREAMS",
        keys.orders(),
        ">");
  }

  /** The orders and the ledger are written to MySQL. */
  void commit(List<Order> orders) {
    for (int from = 0; from < orders.size(); from += ROWS_PER_INSERT) {
      List<Order> rows = orders.subList(from, Math.min(orders.size(), from + ROWS_PER_INSERT));
      insert(rows);
    }
    mysql.query("UPDATE seckill_item SET sold = sold + ? WHERE id = ?", orders.size(), itemId);
  }

  /** The orders are written, and the ledger is not. */
  void insert(List<Order> orders) {
    List<Object> parameters = new ArrayList<>();
    for (Order order : orders) {
      parameters.add(order.orderId());
      parameters.add(itemId);
      parameters.add(Buffer.buffer(order.user()));
      parameters.add(utc(FIRST_PURCHASE.plusMillis(purchases++)));
      parameters.add(utc(Instant.now()));
    }
    String row = "(?, ?, ?, 149900, 'CREATED', 1, ?, ?)";
    mysql.query(
        "INSERT INTO orders (order_id, item_id, user_id, price_cents, status, live, purchased_at,"
            + " created_at) VALUES "
            + row
            + (", " + row).repeat(orders.size() - 1),
        parameters.toArray());
  }

  void acknowledge(List<Order> orders) {
    for (Order order : orders) {
      redis.command("XACK", keys.orders(), RedisKeys.ORDER_GROUP, order.streamId());
    }
  }

  /** The whole way to MySQL. */
  void land(List<Order> orders) {
    deliver(orders.size());
    commit(orders);
    acknowledge(orders);
  }

  /** A message becomes a dead letter. */
  void bury(Order order) {
    deliver(1);
    redis.command(
        "XADD",
        keys.dead(),
        "*",
        "order_id",
        order.orderId(),
        "user_id",
        order.user(),
        "stream_id",
        order.streamId());
    mysql.query(
        "INSERT INTO dead_letter (item_id, stream_id, order_id, user_id, fields, reason,"
            + " deliveries, created_at) VALUES (?, ?, ?, ?, '{}', 'test', 1, ?)",
        itemId,
        order.streamId(),
        Buffer.buffer(order.orderId()),
        Buffer.buffer(order.user()),
        utc(Instant.now()));
    acknowledge(List.of(order));
  }

  /** An order is cancelled in MySQL, and its unit is to be given back. */
  void cancel(Order order) {
    mysql.query(
        "UPDATE orders SET status = 'CANCELLED', live = NULL WHERE order_id = ?", order.orderId());
    mysql.query("UPDATE seckill_item SET sold = sold - 1 WHERE id = ?", itemId);
    queue("UNIT_RETURN", order, Instant.now());
  }

  void queue(String kind, Order order, Instant createdAt) {
    mysql.query(
        "INSERT INTO outbox (kind, item_id, order_id, user_id, payload, next_at, created_at)"
            + " VALUES (?, ?, ?, ?, '{}', ?, ?)",
        kind,
        itemId,
        order.orderId(),
        Buffer.buffer(order.user()),
        utc(createdAt),
        utc(createdAt));
  }

  /** The till gives units back as the outbox says, and the outbox is empty then. */
  void returnUnits(List<Order> orders) {
    for (Order order : orders) {
      redis.command("SREM", keys.users(), order.user());
      redis.command("HDEL", keys.receipts(), order.user());
      redis.command("INCR", keys.stock());
      mysql.query("DELETE FROM outbox WHERE order_id = ?", order.orderId());
    }
  }

  /** Everything the auditor may not touch, byte for byte. */
  List<Object> fingerprint() {
    List<Object> all = new ArrayList<>();
    all.add(redis.get(keys.stock()));
    // Sorted, because a mere look may change the order in which a set is told.
    for (Response reply :
        List.of(
            redis.command("HGETALL", keys.item()),
            redis.command("SMEMBERS", keys.users()),
            redis.command("HGETALL", keys.receipts()))) {
      all.add(reply.stream().map(String::valueOf).sorted().toList());
    }
    all.add(Buffer.buffer(redis.command("DUMP", keys.orders()).toBytes()));
    all.add(mysql.number("SELECT COUNT(*) FROM orders"));
    all.add(mysql.number("SELECT COALESCE(SUM(CRC32(order_id)), 0) FROM orders"));
    all.add(mysql.number("SELECT sold FROM seckill_item WHERE id = ?", itemId));
    return all;
  }

  /** One order on its way. */
  record Order(String user, String orderId, String streamId) {}
}
