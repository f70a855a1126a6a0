package seckill.standalone.rehearsal;

import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The books of one item as read from both stores at one moment. */
public final class ItemBooks {
  private final long itemId;
  private final MySqlBooks.Ledger ledger;
  private final RedisBooks.Page page;
  private final List<Booking> orders;
  private final List<Booking> dead;
  private final List<Booking> past;
  private final List<Booking> paid;

  ItemBooks(
      long itemId,
      MySqlBooks.Ledger ledger,
      RedisBooks.Page page,
      List<Booking> orders,
      List<Booking> dead,
      List<Booking> past,
      List<Booking> paid) {
    this.itemId = itemId;
    this.ledger = ledger;
    this.page = page;
    this.orders = orders;
    this.dead = dead;
    this.past = past;
    this.paid = paid;
  }

  public long itemId() {
    return itemId;
  }

  /** Units that were ever for sale. */
  public long total() {
    return ledger.total() + ledger.restocked();
  }

  /** Orders that the ledger counts. */
  public long ledger() {
    return ledger.sold();
  }

  /** Units left in Redis, or -1 if Redis has no stock key. */
  public long remaining() {
    return page.stock() == null ? -1 : page.stock();
  }

  /** Who holds a unit, as Redis says. */
  public Set<String> users() {
    return page.users();
  }

  /** The order id that each user was told, as Redis remembers it. */
  public Map<String, String> receipts() {
    return page.receipts();
  }

  /** Live orders in MySQL. */
  public List<Booking> orders() {
    return orders;
  }

  /** Dead letters that nobody has decided about, each once. */
  public List<Booking> dead() {
    return dead;
  }

  /** Orders and dead letters that hold no unit any more. */
  public List<Booking> past() {
    return past;
  }

  /** Live orders that are paid. */
  public List<Booking> paid() {
    return paid;
  }

  /** Stream entries that no consumer has seen. */
  public List<Booking> undelivered() {
    return page.undelivered();
  }

  /** Stream entries that a consumer has not finished. */
  public List<Booking> pending() {
    return page.pending();
  }

  /** Stream entries that a consumer has finished and not trimmed. */
  public List<Booking> acknowledged() {
    return page.acknowledged();
  }

  /** Live orders beyond the first of their user. */
  public long duplicates() {
    Set<String> distinct = new HashSet<>();
    orders.forEach(order -> distinct.add(order.userId()));
    return orders.size() - distinct.size();
  }

  /** Units promised beyond those that were for sale. */
  public long oversold() {
    long promised = Math.max(users().size(), (long) orders.size() + dead.size());
    return Math.max(0, promised - total());
  }

  /** Users who hold a unit in Redis and have neither an order nor a dead letter. */
  public Set<String> usersWithoutOrder() {
    Set<String> missing = new HashSet<>(users());
    orders.forEach(order -> missing.remove(order.userId()));
    dead.forEach(letter -> missing.remove(letter.userId()));
    return missing;
  }
}
