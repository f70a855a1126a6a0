package seckill.standalone.rehearsal.chaos;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import seckill.standalone.rehearsal.Booking;
import seckill.standalone.rehearsal.ItemBooks;

/** Holds what every buyer was told against the books. */
final class Hearing {
  private static final int MAX_LISTED = 5;

  private final ItemBooks books;
  private final Map<String, List<String>> holdings = new HashMap<>();
  private final Set<String> holders = new HashSet<>();
  private final Map<String, Set<String>> messages = new HashMap<>();
  private final Set<String> past = new HashSet<>();
  private final Set<String> paid = new HashSet<>();
  private final List<String> breaches = new ArrayList<>();
  private final Set<String> lost = new HashSet<>();
  private int found;
  private int unknown;

  private Hearing(ItemBooks books) {
    this.books = books;
    for (List<Booking> place : List.of(books.orders(), books.dead())) {
      place.forEach(
          booking ->
              holdings
                  .computeIfAbsent(booking.userId(), user -> new ArrayList<>())
                  .add(booking.orderId()));
    }
    holders.addAll(books.users());
    holders.addAll(books.receipts().keySet());
    for (List<Booking> place :
        List.of(books.undelivered(), books.pending(), books.acknowledged())) {
      place.forEach(
          booking ->
              messages
                  .computeIfAbsent(booking.userId(), user -> new HashSet<>())
                  .add(booking.orderId()));
    }
    books.past().forEach(booking -> past.add(booking.orderId()));
    books.paid().forEach(booking -> paid.add(booking.orderId()));
    lost.addAll(books.usersWithoutOrder());
  }

  /**
   * Hears everybody.
   *
   * @param buyers with what they were told
   * @param results what each heard when asking at the end, as {@link Inquiry} gives them
   */
  static Hearing of(ItemBooks books, List<Buyer> buyers, Map<String, String> results) {
    Hearing hearing = new Hearing(books);
    Set<String> known = new HashSet<>();
    for (Buyer buyer : buyers) {
      known.add(buyer.userId());
      hearing.hear(buyer, results.get(buyer.userId()));
    }
    hearing.holdings.keySet().stream()
        .filter(user -> !known.contains(user))
        .forEach(user -> hearing.breach("a stranger holds an order: " + user));
    return hearing;
  }

  private void hear(Buyer buyer, String result) {
    Testimony told = buyer.told();
    told.contradictions().forEach(words -> breach(buyer.userId() + " " + words));
    List<String> held = holdings.getOrDefault(buyer.userId(), List.of());
    switch (told.belief()) {
      case HOLDS -> {
        if (!held.equals(List.of(told.order()))) {
          lost.add(buyer.userId());
          breach(buyer.userId() + " was told order " + told.order() + ", the books say " + held);
        } else if (told.hasPaid() && !paid.contains(told.order())) {
          breach(buyer.userId() + " has paid for order " + told.order() + ", and it is not PAID");
        }
      }
      case NOTHING -> {
        if (!held.isEmpty() || left(buyer)) {
          breach(buyer.userId() + " was told no and left a trace, orders " + held);
        }
      }
      case UNKNOWN -> {
        unknown++;
        if (!held.stream().allMatch(told::allows)) {
          breach(buyer.userId() + " holds an order they were never told of: " + held);
        }
      }
    }
    for (String ended : told.ended()) {
      if (!past.contains(ended)) {
        breach(buyer.userId() + " was told that order " + ended + " has ended, and it has not");
      }
    }
    hearResult(buyer, held, result);
  }

  /** Whether there is a trace of a buyer other than that of orders that have ended. */
  private boolean left(Buyer buyer) {
    Set<String> traces = new HashSet<>(messages.getOrDefault(buyer.userId(), Set.of()));
    traces.removeAll(buyer.told().ended());
    return holders.contains(buyer.userId()) || !traces.isEmpty();
  }

  private void hearResult(Buyer buyer, List<String> held, String result) {
    if (result == null) {
      breach(buyer.userId() + " got no answer to what came of it");
    } else if (!held.equals(result.equals(Inquiry.NONE) ? List.of() : List.of(result))) {
      breach(buyer.userId() + " asked and heard '" + result + "', the books say " + held);
    }
  }

  private void breach(String sentence) {
    found++;
    if (breaches.size() < MAX_LISTED) {
      breaches.add("item " + books.itemId() + ": " + sentence);
    }
  }

  /** The first few things that are wrong, and how many there are. */
  List<String> breaches() {
    List<String> all = new ArrayList<>(breaches);
    if (found > breaches.size()) {
      all.add("item " + books.itemId() + ": " + (found - breaches.size()) + " more like these");
    }
    return all;
  }

  /** Buyers who hold a unit or were told so, and have neither order nor dead letter. */
  int lost() {
    return lost.size();
  }

  /** Buyers who could not know from what they were told. */
  int unknown() {
    return unknown;
  }
}
