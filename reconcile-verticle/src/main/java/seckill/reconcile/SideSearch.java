package seckill.reconcile;

import io.vertx.core.Future;
import java.time.Clock;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Looks for what is left undone beside the orders: old changes, and dead letters by halves. */
final class SideSearch {
  private final SqlBooks sql;
  private final MessageWalk messages;
  private final ReconcileSettings settings;
  private final Clock clock;

  SideSearch(SqlBooks sql, MessageWalk messages, ReconcileSettings settings, Clock clock) {
    this.sql = sql;
    this.messages = messages;
    this.settings = settings;
    this.clock = clock;
  }

  /**
   * All that is left undone for an item.
   *
   * @param compareLetters whether to compare the dead letters of both stores
   */
  Future<SideGaps> search(long itemId, Reading reading, boolean compareLetters) {
    boolean changes =
        reading.numbers().waiting().returns() + reading.numbers().waiting().takes() > 0;
    return (changes ? stuck(itemId) : Future.succeededFuture(new Names(0)))
        .compose(
            stuck ->
                compareLetters
                    ? letters(itemId, stuck)
                    : Future.succeededFuture(new SideGaps(stuck, new Names(0), new Names(0))));
  }

  private Future<Names> stuck(long itemId) {
    return sql.stuckChanges(
        itemId, clock.instant().minusMillis(settings.stuckOutboxMillis()), settings.maxTracked());
  }

  // A letter is stored in MySQL, and then copied and acknowledged at once. Read in this order, one
  // that is on its way from here to there is seen in MySQL, and then pending or in Redis.
  private Future<SideGaps> letters(long itemId, Names stuck) {
    Names first = new Names(settings.maxTracked());
    Set<String> owed = new HashSet<>();
    Names copies = new Names(settings.maxTracked());
    Names second = new Names(settings.maxTracked());
    return messages
        .openLetters(itemId, page -> collect(page, first))
        .compose(done -> first.isEmpty() ? done() : owed(itemId, first, owed))
        .compose(done -> messages.deadCopies(itemId, page -> collect(page, copies)))
        .compose(
            done ->
                copies.isEmpty()
                    ? done()
                    : messages.openLetters(itemId, page -> collect(page, second)))
        .map(
            done ->
                new SideGaps(stuck, without(first, copies, owed), without(copies, second, owed)));
  }

  private static Future<Void> done() {
    return Future.succeededFuture();
  }

  private Future<Void> owed(long itemId, Names letters, Set<String> owed) {
    return messages.owed(
        itemId,
        page -> {
          page.stream()
              .map(StreamEntry::id)
              .filter(letters.byUser()::containsKey)
              .forEach(owed::add);
          return done();
        });
  }

  private static Future<Void> collect(List<StreamEntry> page, Names names) {
    for (StreamEntry entry : page) {
      if (entry.letterId() != null) {
        names.add(entry.letterId(), entry.orderId() == null ? "" : entry.orderId());
      }
    }
    return done();
  }

  private Names without(Names names, Names others, Set<String> owed) {
    Names rest = new Names(settings.maxTracked());
    for (Map.Entry<String, String> letter : names.byUser().entrySet()) {
      String id = letter.getKey();
      if (!others.byUser().containsKey(id) && !owed.contains(id)) {
        rest.add(id, letter.getValue());
      }
    }
    return rest;
  }
}
