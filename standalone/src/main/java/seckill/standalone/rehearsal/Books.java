package seckill.standalone.rehearsal;

import io.vertx.core.Vertx;
import java.util.List;
import seckill.standalone.process.StoreUrls;

/** Reads the books of an item straight from Redis and MySQL. */
public final class Books implements AutoCloseable {
  private final RedisBooks redis;
  private final MySqlBooks mysql;

  public Books(Vertx vertx, StoreUrls stores) {
    this.redis = new RedisBooks(vertx, stores.redisUrl(), stores.redisKeys());
    this.mysql = new MySqlBooks(vertx, stores.mysqlUrl());
  }

  /** Everything both sides know about an item. */
  public ItemBooks read(long itemId) {
    // Redis first: an order that lands in between is then seen twice rather than not at all.
    RedisBooks.Page page = redis.read(itemId);
    MySqlBooks.Ledger ledger = mysql.item(itemId);
    List<Booking> orders = mysql.liveOrders(itemId);
    List<Booking> dead = mysql.deadLetters(itemId);
    List<Booking> past = mysql.past(itemId);
    return new ItemBooks(
        itemId,
        ledger,
        page,
        orders,
        Booking.union(dead, page.dead()),
        past,
        mysql.paidOrders(itemId));
  }

  /** How many orders of these items are in MySQL. */
  public long landed(List<Long> itemIds) {
    return itemIds.stream().mapToLong(mysql::countOrders).sum();
  }

  /** Orders in the stream of an item that no consumer has finished. */
  public long inFlight(long itemId) {
    return redis.inFlight(itemId);
  }

  /** Whether every accepted purchase of an item has reached MySQL, as an order or a dead letter. */
  public boolean isDrained(long itemId) {
    return redis.inFlight(itemId) == 0
        && mysql.countOutbox(itemId) == 0
        && mysql.countOrders(itemId) + mysql.countDeadLetters(itemId) >= redis.countUsers(itemId);
  }

  @Override
  public void close() {
    redis.close();
    mysql.close();
  }
}
