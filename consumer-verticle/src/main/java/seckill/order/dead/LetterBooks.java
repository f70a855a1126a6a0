package seckill.order.dead;

import io.vertx.core.Future;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.Tuple;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import seckill.order.MultiRow;
import seckill.runtime.MySqlLink;

/** Dead letters and their history, as MySQL holds them. */
final class LetterBooks {
  private static final String COLUMNS =
      "id, item_id, stream_id, order_id, user_id, fields, reason, deliveries, state, intent,"
          + " created_at";

  /** One letter, which nobody else decides about before the transaction is over. */
  static final String LOCK = "SELECT " + COLUMNS + " FROM dead_letter WHERE id = ? FOR UPDATE";

  private static final String HISTORY =
      "SELECT e.letter_id, e.at, e.actor, e.action, e.detail FROM dead_letter_event e JOIN (%s) l"
          + " ON l.id = e.letter_id ORDER BY e.id LIMIT ?";

  private static final String SUCCESSORS =
      "SELECT id, stream_id FROM dead_letter WHERE item_id = ? AND stream_id IN (";

  /** What the history of a replay says of the message: where it stood from then on. */
  static final String STREAM_ID = "streamId";

  /** Tries of a whole page that are told. */
  private static final int MAX_EVENTS = 5000;

  private final MySqlLink mysql;
  private final MultiRow<String> successors =
      new MultiRow<>(SUCCESSORS, "?", ")", Tuple::addString);

  LetterBooks(MySqlLink mysql) {
    this.mysql = mysql;
  }

  /** One page of letters with their history, in the order of their numbers. */
  Future<JsonObject> page(LetterQuery query) {
    List<Object> parameters = new ArrayList<>(List.of(query.after()));
    StringBuilder where = new StringBuilder(" FROM dead_letter WHERE id > ?");
    if (query.itemId() != null) {
      where.append(" AND item_id = ?");
      parameters.add(query.itemId());
    }
    if (query.state() != null) {
      where.append(" AND state = ?");
      parameters.add(query.state().name());
    }
    String chosen = where.append(" ORDER BY id LIMIT ?").toString();
    parameters.add(query.limit());
    return mysql
        .execute("SELECT " + COLUMNS + chosen, Tuple.wrap(new ArrayList<>(parameters)))
        .compose(
            rows -> {
              parameters.add(MAX_EVENTS);
              return mysql
                  .execute(HISTORY.formatted("SELECT id" + chosen), Tuple.wrap(parameters))
                  .map(events -> page(query, rows, events));
            })
        .compose(this::link);
  }

  /** Names the letters that replayed ones have become when they failed again. */
  private Future<JsonObject> link(JsonObject page) {
    Map<Long, Map<String, JsonObject>> replayed = new HashMap<>();
    for (Object each : page.getJsonArray("letters")) {
      JsonObject letter = (JsonObject) each;
      String streamId = replayedTo(letter.getJsonArray("history"));
      if (streamId != null) {
        replayed
            .computeIfAbsent(Long.parseLong(letter.getString("itemId")), item -> new HashMap<>())
            .put(streamId, letter);
      }
    }
    Future<Void> done = Future.succeededFuture();
    for (Map.Entry<Long, Map<String, JsonObject>> item : replayed.entrySet()) {
      done = done.compose(linked -> link(item.getKey(), item.getValue()));
    }
    return done.map(page);
  }

  private Future<Void> link(long itemId, Map<String, JsonObject> byStreamId) {
    return mysql
        .withConnection(
            connection ->
                successors.select(
                    connection, Tuple.of(itemId), new ArrayList<>(byStreamId.keySet())))
        .map(
            rows -> {
              for (Row row : rows) {
                byStreamId
                    .get(row.getString("stream_id"))
                    .put("deadAgainAs", Long.toString(row.getLong("id")));
              }
              return null;
            });
  }

  private static String replayedTo(JsonArray history) {
    for (int i = history.size() - 1; i >= 0; i--) {
      JsonObject event = history.getJsonObject(i);
      // What was refused is told in words.
      if (event.getString("action").equals(LetterAction.REPLAY.name())
          && event.getString("detail").startsWith("{")) {
        return new JsonObject(event.getString("detail")).getString(STREAM_ID);
      }
    }
    return null;
  }

  private static JsonObject page(LetterQuery query, RowSet<Row> rows, RowSet<Row> events) {
    Map<Long, JsonArray> histories = new HashMap<>();
    events.forEach(
        event ->
            histories
                .computeIfAbsent(event.getLong("letter_id"), id -> new JsonArray())
                .add(
                    new JsonObject()
                        .put("at", time(event, "at"))
                        .put("actor", event.getBuffer("actor").toString())
                        .put("action", event.getString("action"))
                        .put("detail", event.getString("detail"))));
    JsonArray letters = new JsonArray();
    long last = 0;
    for (Row row : rows) {
      Letter letter = letter(row);
      last = letter.id();
      letters.add(letter.toJson().put("history", histories.getOrDefault(last, new JsonArray())));
    }
    JsonObject page = new JsonObject().put("letters", letters);
    return rows.size() == query.limit() ? page.put("after", Long.toString(last)) : page;
  }

  /** Reads a row of all columns. */
  static Letter letter(Row row) {
    return new Letter(
        row.getLong("id"),
        row.getLong("item_id"),
        row.getString("stream_id"),
        row.getBuffer("order_id"),
        row.getBuffer("user_id"),
        row.getString("fields"),
        row.getString("reason"),
        row.getInteger("deliveries"),
        LetterState.valueOf(row.getString("state")),
        row.getString("intent"),
        row.getLocalDateTime("created_at").toInstant(ZoneOffset.UTC));
  }

  private static String time(Row row, String column) {
    return row.getLocalDateTime(column).toInstant(ZoneOffset.UTC).toString();
  }
}
