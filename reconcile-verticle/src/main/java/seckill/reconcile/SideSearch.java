package seckill.reconcile;

import io.vertx.core.Future;
import java.time.Clock;
import java.util.List;
import java.util.Map;

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

  // A letter is stored in MySQL before Redis gets its copy: MySQL, Redis, and MySQL again.
  private Future<SideGaps> letters(long itemId, Names stuck) {
    Names first = new Names(settings.maxTracked());
    Names copies = new Names(settings.maxTracked());
    Names second = new Names(settings.maxTracked());
    return messages
        .openLetters(itemId, page -> collect(page, first))
        .compose(done -> messages.deadCopies(itemId, page -> collect(page, copies)))
        .compose(
            done ->
                copies.isEmpty()
                    ? Future.succeededFuture()
                    : messages.openLetters(itemId, page -> collect(page, second)))
        .map(done -> new SideGaps(stuck, without(first, copies), without(copies, second)));
  }

  private static Future<Void> collect(List<StreamEntry> page, Names names) {
    for (StreamEntry entry : page) {
      String id = entry.letterId() == null ? entry.id() : entry.letterId();
      names.add(id, entry.orderId() == null ? "" : entry.orderId());
    }
    return Future.succeededFuture();
  }

  private Names without(Names names, Names others) {
    Names rest = new Names(settings.maxTracked());
    for (Map.Entry<String, String> letter : names.byUser().entrySet()) {
      if (!others.byUser().containsKey(letter.getKey())) {
        rest.add(letter.getKey(), letter.getValue());
      }
    }
    return rest;
  }
}
