package seckill.standalone.rehearsal;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Books of one item for tests of what reads them. */
public final class BooksOf {
  private final long total;
  private final Map<String, String> receipts = new HashMap<>();
  private final Set<String> users = new HashSet<>();
  private final List<Booking> acknowledged = new ArrayList<>();
  private final List<Booking> orders = new ArrayList<>();
  private final List<Booking> dead = new ArrayList<>();
  private final List<Booking> past = new ArrayList<>();
  private final List<Booking> paid = new ArrayList<>();

  /** Nothing is sold yet. */
  public BooksOf(long total) {
    this.total = total;
  }

  /** A user has bought, and the order has landed. */
  public BooksOf order(String userId, String orderId) {
    unit(userId, orderId);
    orders.add(new Booking(orderId, orderId, userId));
    return this;
  }

  /** The same, and it is paid. */
  public BooksOf paid(String userId, String orderId) {
    paid.add(new Booking(orderId, orderId, userId));
    return order(userId, orderId);
  }

  /** A user has bought, and the order has ended. */
  public BooksOf ended(String userId, String orderId) {
    past.add(new Booking(orderId, orderId, userId));
    return message(userId, orderId);
  }

  /** A user has bought, and the order is a dead letter. */
  public BooksOf dead(String userId, String orderId) {
    unit(userId, orderId);
    dead.add(new Booking("1-0", orderId, userId));
    return this;
  }

  /** A user holds a unit, and nothing else is known. */
  public BooksOf unit(String userId, String orderId) {
    users.add(userId);
    receipts.put(userId, orderId);
    return this;
  }

  /** A message that was finished is still in the stream. */
  public BooksOf message(String userId, String orderId) {
    acknowledged.add(new Booking("2-0", orderId, userId));
    return this;
  }

  /** The books as they are now. */
  public ItemBooks read() {
    return new ItemBooks(
        7,
        new MySqlBooks.Ledger(total, 0, orders.size()),
        new RedisBooks.Page(
            total - users.size(), users, receipts, acknowledged, List.of(), List.of(), List.of()),
        orders,
        dead,
        past,
        paid);
  }
}
