package seckill.order.dead;

import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.util.UUID;
import seckill.contract.Outcome;
import seckill.contract.SeckillException;
import seckill.runtime.MySqlLink;

/**
 * Has letters decided by one operator at a time.
 *
 * <p>What an operator begins is written down first, and the state last. What dies between leaves an
 * open letter with an intent: the same decision does again what may be missing, and the opposite
 * one is refused, since half of the first may have been done.
 */
final class LetterDecisions {
  private static final String BEGIN = "UPDATE dead_letter SET intent = ? WHERE id = ?";
  private static final String WITHDRAW =
      "UPDATE dead_letter SET intent = NULL WHERE id = ? AND state = 'OPEN' AND intent = ?";
  private static final String CLOSE =
      "UPDATE dead_letter SET state = ? WHERE id = ? AND state = 'OPEN'";
  private static final String HAS_ORDER =
      "SELECT 1 FROM orders WHERE order_id = ? AND item_id = ? AND user_id = ?";
  private static final String OTHER_GIVEN_UP =
      "SELECT id FROM dead_letter WHERE item_id = ? AND order_id = ? AND user_id = ?"
          + " AND state = 'DISCARDED' AND id <> ? LIMIT 1";
  private static final String LIVE_ORDER =
      "SELECT order_id FROM orders WHERE item_id = ? AND user_id = ? AND live = 1";

  private final MySqlLink mysql;
  private final LetterHistory history;

  LetterDecisions(MySqlLink mysql, LetterHistory history) {
    this.mysql = mysql;
    this.history = history;
  }

  /** What can be looked up while a letter is locked. */
  interface Books {
    /** Whether the letter's order was written, whatever has become of it since. */
    Future<Boolean> hasOrder(Letter letter);

    /** The letter with which the same order was given up already, or {@code null}. */
    Future<Long> givenUpBy(Letter letter);

    /** The order for which the letter's user holds a unit in the books, or {@code null}. */
    Future<String> liveOrder(Letter letter);
  }

  /**
   * Carries out what is to be done about an open letter; can be done again after a failure. Fails
   * with {@link NothingDoneException} if it did nothing for certain.
   */
  interface Deed {
    Future<JsonObject> on(Letter letter, Books books);
  }

  private record Begun(Letter letter, String intent) {
    boolean isFirst() {
      return letter.intent() == null;
    }
  }

  /** Decides; the reply is the same however often it is asked for, save for {@code repeated}. */
  Future<JsonObject> decide(long id, LetterAction action, String actor, Deed deed) {
    return begin(id, action)
        .compose(
            begun ->
                begun.letter().state() == action.state()
                    ? Future.succeededFuture(reply(begun.letter(), action).put("repeated", true))
                    : carryOut(begun, action, actor, deed));
  }

  private Future<Begun> begin(long id, LetterAction action) {
    String intent = action.name() + ' ' + UUID.randomUUID();
    return mysql.withTransaction(
        connection ->
            lock(connection, id)
                .compose(
                    letter -> {
                      Begun begun = new Begun(letter, intent);
                      if (letter.state() == action.state()) {
                        return Future.succeededFuture(begun);
                      }
                      requireOpen(letter);
                      requireNoOther(letter, action);
                      return connection
                          .preparedQuery(BEGIN)
                          .execute(Tuple.of(intent, id))
                          .compose(noted -> announce(connection, letter, action))
                          .map(begun);
                    }));
  }

  // Before the end, since nothing of the item was read yet: with a stale snapshot a row that is
  // changed as often as an item's is refused. An announcement too many costs fresh orders a look.
  private static Future<Void> announce(
      SqlConnection connection, Letter letter, LetterAction action) {
    return action == LetterAction.DISCARD
        ? GivenUpOrders.announce(connection, letter)
        : Future.succeededFuture();
  }

  private Future<JsonObject> carryOut(Begun begun, LetterAction action, String actor, Deed deed) {
    long id = begun.letter().id();
    return mysql
        .withTransaction(
            connection ->
                lock(connection, id)
                    .compose(
                        letter -> {
                          if (letter.state() == action.state()) {
                            return Future.succeededFuture(
                                reply(letter, action).put("repeated", true));
                          }
                          requireOpen(letter);
                          requireNoOther(letter, action);
                          return deed.on(letter, books(connection))
                              .compose(done -> close(connection, letter, action, actor, done));
                        }))
        .recover(
            cause ->
                cause instanceof NothingDoneException && begun.isFirst()
                    ? withdraw(begun).transform(withdrawn -> Future.failedFuture(cause))
                    : Future.failedFuture(cause));
  }

  private Future<?> withdraw(Begun begun) {
    return mysql.execute(WITHDRAW, Tuple.of(begun.letter().id(), begun.intent()));
  }

  private static Future<Letter> lock(SqlConnection connection, long id) {
    return connection
        .preparedQuery(LetterBooks.LOCK)
        .execute(Tuple.of(id))
        .map(
            rows -> {
              if (rows.size() == 0) {
                throw new SeckillException(Outcome.NOT_FOUND, "there is no dead letter " + id);
              }
              return LetterBooks.letter(rows.iterator().next());
            });
  }

  private static void requireOpen(Letter letter) {
    if (letter.state() != LetterState.OPEN) {
      throw new SeckillException(
          Outcome.CONFLICT, "dead letter " + letter.id() + " is " + letter.state() + " already");
    }
  }

  private static void requireNoOther(Letter letter, LetterAction action) {
    if (letter.intent() != null && !letter.intent().startsWith(action.name() + ' ')) {
      throw new SeckillException(
          Outcome.CONFLICT,
          "something else was begun with dead letter "
              + letter.id()
              + " and may be half done; repeat that one: "
              + letter.intent().substring(0, letter.intent().indexOf(' ')));
    }
  }

  private Future<JsonObject> close(
      SqlConnection connection, Letter letter, LetterAction action, String actor, JsonObject done) {
    return connection
        .preparedQuery(CLOSE)
        .execute(Tuple.of(action.state().name(), letter.id()))
        .compose(
            closed ->
                action == LetterAction.DISCARD
                    ? GivenUpOrders.keep(connection, letter)
                    : Future.succeededFuture())
        .compose(kept -> history.done(connection, letter, action, actor, done))
        .map(written -> reply(letter, action));
  }

  private static JsonObject reply(Letter letter, LetterAction action) {
    return new JsonObject()
        .put("id", Long.toString(letter.id()))
        .put("itemId", Long.toString(letter.itemId()))
        .put("state", action.state().name());
  }

  private static Books books(SqlConnection connection) {
    return new Books() {
      @Override
      public Future<Boolean> hasOrder(Letter letter) {
        return letter.mayHoldUnit()
            ? connection
                .preparedQuery(HAS_ORDER)
                .execute(Tuple.of(letter.orderId(), letter.itemId(), letter.userBytes()))
                .map(rows -> rows.size() > 0)
            : Future.succeededFuture(false);
      }

      @Override
      public Future<Long> givenUpBy(Letter letter) {
        return connection
            .preparedQuery(OTHER_GIVEN_UP)
            .execute(
                Tuple.of(letter.itemId(), letter.orderBytes(), letter.userBytes(), letter.id()))
            .map(rows -> rows.size() == 0 ? null : rows.iterator().next().getLong(0));
      }

      @Override
      public Future<String> liveOrder(Letter letter) {
        return connection
            .preparedQuery(LIVE_ORDER)
            .execute(Tuple.of(letter.itemId(), letter.userBytes()))
            .map(rows -> rows.size() == 0 ? null : rows.iterator().next().getString(0));
      }
    };
  }
}
