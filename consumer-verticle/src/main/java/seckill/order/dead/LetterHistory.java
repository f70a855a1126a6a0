package seckill.order.dead;

import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.time.Clock;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import seckill.contract.SeckillException;
import seckill.runtime.MySqlLink;

/** Writes down who tried what with a letter: in its history and in the audit of operators. */
final class LetterHistory {
  private static final String EVENT =
      "INSERT INTO dead_letter_event (letter_id, at, actor, action, detail) VALUES (?, ?, ?, ?, ?)";
  private static final String AUDIT =
      "INSERT INTO admin_audit (at, actor, action, item_id, detail, outcome)"
          + " VALUES (?, ?, ?, ?, ?, ?)";
  private static final String ITEM_OF = "SELECT item_id FROM dead_letter WHERE id = ?";
  private static final String LETTER = "letter";
  private static final String DONE = "OK";

  /** Stands in the audit for a letter that does not exist. */
  private static final long NO_ITEM = 0;

  /** The column's size. */
  private static final int MAX_DETAIL_CHARS = 400;

  private final MySqlLink mysql;
  private final Clock clock;

  LetterHistory(MySqlLink mysql, Clock clock) {
    this.mysql = mysql;
    this.clock = clock;
  }

  /** Writes down a decision in its own transaction. */
  Future<Void> done(
      SqlConnection connection, Letter letter, LetterAction action, String actor, JsonObject what) {
    JsonObject detail = what.copy().put(LETTER, Long.toString(letter.id()));
    return event(connection, letter.id(), action, actor, what.encode())
        .compose(told -> audit(connection, letter.itemId(), action, actor, detail.encode(), DONE));
  }

  /** Writes down a try that led to nothing. */
  Future<Void> refused(long id, LetterAction action, String actor, SeckillException refusal) {
    JsonObject detail =
        new JsonObject().put("why", refusal.getMessage()).put(LETTER, Long.toString(id));
    String outcome = refusal.outcome().name();
    return mysql.withTransaction(
        connection ->
            connection
                .preparedQuery(ITEM_OF)
                .execute(Tuple.of(id))
                .compose(
                    rows ->
                        rows.size() == 0
                            ? Future.succeededFuture(NO_ITEM)
                            : event(
                                    connection,
                                    id,
                                    action,
                                    actor,
                                    outcome + ": " + refusal.getMessage())
                                .map(told -> rows.iterator().next().getLong(0)))
                .compose(
                    itemId -> audit(connection, itemId, action, actor, detail.encode(), outcome)));
  }

  private Future<Void> event(
      SqlConnection connection, long id, LetterAction action, String actor, String detail) {
    String told =
        detail.length() > MAX_DETAIL_CHARS ? detail.substring(0, MAX_DETAIL_CHARS) : detail;
    return connection
        .preparedQuery(EVENT)
        .execute(Tuple.of(id, now(), Buffer.buffer(actor), action.name(), told))
        .mapEmpty();
  }

  private Future<Void> audit(
      SqlConnection connection,
      long itemId,
      LetterAction action,
      String actor,
      String detail,
      String outcome) {
    return connection
        .preparedQuery(AUDIT)
        .execute(Tuple.of(now(), Buffer.buffer(actor), action.auditName(), itemId, detail, outcome))
        .mapEmpty();
  }

  private LocalDateTime now() {
    return LocalDateTime.ofInstant(clock.instant(), ZoneOffset.UTC);
  }
}
