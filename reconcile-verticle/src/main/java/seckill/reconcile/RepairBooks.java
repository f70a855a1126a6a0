package seckill.reconcile;

import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.util.Optional;
import seckill.reconcile.RepairJournal.Entry;
import seckill.reconcile.RepairJournal.State;

/**
 * What the auditor decides in MySQL about single users and units of an item.
 *
 * <p>Every transaction holds the fence and the item's ledger row, as all writers of orders do, so
 * that what it looks up stays so until its commit.
 */
final class RepairBooks {
  private static final String ORDER = "SELECT live, user_id FROM orders WHERE order_id = ?";
  private static final String LIVE_OF_USER =
      "SELECT order_id FROM orders WHERE item_id = ? AND user_id = ? AND live = 1";
  private static final String LETTER =
      "SELECT 1 FROM dead_letter WHERE order_id = ? AND state IN ('OPEN', 'DISCARDED') LIMIT 1";
  private static final String CHANGE = "SELECT 1 FROM outbox WHERE order_id = ? LIMIT 1";
  private final RepairJournal journal;
  private final ReturnTasks returns;

  RepairBooks(RepairJournal journal, ReturnTasks returns) {
    this.journal = journal;
    this.returns = returns;
  }

  /**
   * Plans to send the message of a lost order again, if MySQL knows nothing that speaks against it.
   *
   * @return why not, or nothing
   */
  Future<Optional<String>> planLost(long fence, long itemId, String user, String order) {
    Entry entry = new Entry(RepairKind.LOST, order, "user " + user);
    return journal.decide(
        fence,
        itemId,
        connection ->
            objectionToReplay(connection, itemId, user, order)
                .compose(objection -> plan(connection, fence, itemId, entry, objection)));
  }

  private static Future<Optional<String>> objectionToReplay(
      SqlConnection connection, long itemId, String user, String order) {
    return exists(connection, ORDER, Tuple.of(order))
        .compose(
            written ->
                written
                    ? objection("MySQL has an order of this number")
                    : exists(connection, LIVE_OF_USER, Tuple.of(itemId, SqlBooks.bytes(user)))
                        .compose(
                            holds ->
                                holds
                                    ? objection("the user has another live order")
                                    : exists(connection, LETTER, Tuple.of(SqlBooks.bytes(order)))
                                        .map(
                                            dead ->
                                                dead
                                                    ? Optional.of(
                                                        "a dead letter is open, or was given up")
                                                    : Optional.empty())));
  }

  /**
   * Plans to enter the buyer of a live order.
   *
   * @return why not, or nothing
   */
  Future<Optional<String>> planGhost(long fence, long itemId, String user, String order) {
    Entry entry = new Entry(RepairKind.GHOST, order, user);
    return journal.decide(
        fence,
        itemId,
        connection ->
            isLive(connection, order)
                .compose(
                    live ->
                        live
                            ? exists(connection, CHANGE, Tuple.of(order))
                                .map(
                                    changing ->
                                        changing
                                            ? Optional.of("its unit is being taken")
                                            : Optional.<String>empty())
                            : objection("the order has ended since"))
                .compose(objection -> plan(connection, fence, itemId, entry, objection)));
  }

  /** Plans to set the units on the shelf right. */
  Future<Void> planUnits(long fence, long itemId, Entry entry) {
    return journal.decide(
        fence,
        itemId,
        connection -> journal.write(connection, fence, itemId, entry, State.PLANNED));
  }

  private Future<Optional<String>> plan(
      SqlConnection connection, long fence, long itemId, Entry entry, Optional<String> objection) {
    Entry written =
        objection.map(why -> new Entry(entry.kind(), entry.subject(), why)).orElse(entry);
    State state = objection.isPresent() ? State.REFUSED : State.PLANNED;
    return journal.write(connection, fence, itemId, written, state).map(objection);
  }

  /** Closes an entry that was planned. */
  Future<Void> close(long fence, long itemId, Entry entry, boolean done) {
    return journal.close(fence, itemId, entry, done ? State.DONE : State.REFUSED);
  }

  /**
   * Closes the entry of a buyer who was entered; if the order has ended meanwhile, its unit may not
   * have been there to be given back, and is given back now.
   *
   * @param entry with the user as its detail
   */
  Future<Void> closeGhost(long fence, long itemId, Entry entry) {
    String order = entry.subject();
    return journal.decide(
        fence,
        itemId,
        connection ->
            isLive(connection, order)
                .compose(
                    live ->
                        live
                            ? Future.succeededFuture()
                            : giveBack(connection, itemId, SqlBooks.bytes(entry.detail()), order))
                .compose(given -> journal.close(connection, itemId, entry, State.DONE)));
  }

  /**
   * Has the unit of an ended order given back, unless somebody is about to.
   *
   * @return why not, or nothing
   */
  Future<Optional<String>> returnStranded(long fence, long itemId, String user, String order) {
    Entry entry = new Entry(RepairKind.STRANDED, order, "user " + user);
    return journal.decide(
        fence,
        itemId,
        connection ->
            isLive(connection, order)
                .compose(
                    live ->
                        live
                            ? objection("the order is live again")
                            : giveBack(connection, itemId, SqlBooks.bytes(user), order)
                                .compose(
                                    given ->
                                        journal.write(connection, fence, itemId, entry, State.DONE))
                                .map(Optional.<String>empty())));
  }

  private Future<Void> giveBack(SqlConnection connection, long itemId, Buffer user, String order) {
    return exists(connection, CHANGE, Tuple.of(order))
        .compose(
            changing ->
                changing
                    ? Future.succeededFuture()
                    : returns.add(connection, itemId, user, order, true));
  }

  private static Future<Boolean> isLive(SqlConnection connection, String order) {
    return connection
        .preparedQuery(ORDER)
        .execute(Tuple.of(order))
        .map(rows -> rows.size() > 0 && rows.iterator().next().getValue(0) != null);
  }

  private static Future<Boolean> exists(SqlConnection connection, String query, Tuple parameters) {
    return connection.preparedQuery(query).execute(parameters).map(rows -> rows.size() > 0);
  }

  private static Future<Optional<String>> objection(String why) {
    return Future.succeededFuture(Optional.of(why));
  }
}
