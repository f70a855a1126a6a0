package seckill.standalone.rehearsal;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The laws that the books of an item must obey once no purchase is under way. */
public final class Laws {
  private final ItemBooks books;
  private final List<String> breaches = new ArrayList<>();

  private Laws(ItemBooks books) {
    this.books = books;
  }

  /** The broken laws, each in one sentence; empty if all hold. */
  public static List<String> breaches(ItemBooks books) {
    Laws laws = new Laws(books);
    laws.stockIsNeverNegative();
    laws.everyUnitIsLeftOrHeld();
    laws.everyHolderHasOneOrderSomewhere();
    laws.everyReceiptNamesTheOrder();
    laws.oneLiveOrderPerUser();
    laws.onlyStoredMessagesAreAcknowledged();
    laws.ledgerNeverPassesTheTotal();
    return laws.breaches;
  }

  private void stockIsNeverNegative() {
    require(books.remaining() >= 0, "stock in Redis is " + books.remaining());
  }

  private void everyUnitIsLeftOrHeld() {
    long accounted = books.remaining() + books.users().size();
    require(
        accounted == books.total(),
        books.total()
            + " units, but "
            + books.remaining()
            + " are left and "
            + books.users().size()
            + " users hold one");
  }

  private void everyHolderHasOneOrderSomewhere() {
    Map<String, String> holders = new HashMap<>();
    for (List<Booking> place :
        List.of(books.orders(), books.dead(), books.pending(), books.undelivered())) {
      place.forEach(booking -> holders.put(booking.orderId(), booking.userId()));
    }
    Set<String> users = new HashSet<>(holders.values());
    require(
        users.equals(books.users()) && holders.size() == books.users().size(),
        books.users().size()
            + " users hold a unit in Redis, but orders, dead letters and messages"
            + " on their way are "
            + holders.size()
            + " of "
            + users.size()
            + " users");
  }

  private void everyReceiptNamesTheOrder() {
    Map<String, String> orders = new HashMap<>();
    books.orders().forEach(order -> orders.put(order.userId(), order.orderId()));
    long other =
        books.users().stream()
            .filter(orders::containsKey)
            .filter(user -> !orders.get(user).equals(books.receipts().get(user)))
            .count();
    require(other == 0, other + " receipts do not name the order of their user");
    require(
        books.receipts().keySet().equals(books.users()),
        books.receipts().size()
            + " users have a receipt, "
            + books.users().size()
            + " hold a unit");
  }

  private void oneLiveOrderPerUser() {
    require(books.duplicates() == 0, books.duplicates() + " live orders are second ones");
  }

  private void onlyStoredMessagesAreAcknowledged() {
    Set<String> stored = new HashSet<>();
    books.orders().forEach(order -> stored.add(order.orderId()));
    books.dead().forEach(letter -> stored.add(letter.orderId()));
    books.past().forEach(gone -> stored.add(gone.orderId()));
    long early =
        books.acknowledged().stream().filter(entry -> !stored.contains(entry.orderId())).count();
    require(early == 0, early + " messages were acknowledged and are stored nowhere");
  }

  private void ledgerNeverPassesTheTotal() {
    require(
        books.ledger() <= books.total(),
        "the ledger counts " + books.ledger() + " orders of " + books.total() + " units");
    require(
        books.ledger() == books.orders().size(),
        "the ledger counts " + books.ledger() + " orders, there are " + books.orders().size());
  }

  private void require(boolean holds, String breach) {
    if (!holds) {
      breaches.add("item " + books.itemId() + ": " + breach);
    }
  }
}
