package seckill.order;

import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.Tuple;
import java.time.Clock;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import seckill.runtime.MySqlLink;

/** Dead letters in MySQL, as far as the drain writes and asks for them. */
final class DeadLetterRepository {
  /** The state of a letter about which nobody has decided; only such a one holds a unit. */
  static final String OPEN = "OPEN";

  /** The state of a letter that was given up. */
  static final String DISCARDED = "DISCARDED";

  private static final String INSERT =
      "INSERT INTO dead_letter (item_id, stream_id, order_id, user_id, fields, reason, deliveries,"
          + " created_at) VALUES ";
  private static final String ROW = "(?, ?, ?, ?, ?, ?, ?, ?)";
  private static final String KEEP_FIRST = " ON DUPLICATE KEY UPDATE id = id";
  private static final String FIND =
      "SELECT stream_id, state FROM dead_letter WHERE item_id = ? AND stream_id IN (";
  private static final String COUNT_OPEN =
      "SELECT COUNT(*) FROM (SELECT 1 FROM dead_letter WHERE state = 'OPEN' LIMIT 1000) some";
  private static final String OF_ORDER =
      "SELECT item_id, state FROM dead_letter WHERE order_id = ? AND user_id = ?"
          + " ORDER BY state = 'DISCARDED' DESC, id DESC LIMIT 1";

  private final MySqlLink mysql;
  private final Clock clock;
  private final MultiRow<Buried> insert = new MultiRow<>(INSERT, ROW, KEEP_FIRST, this::bind);
  private final MultiRow<String> find = new MultiRow<>(FIND, "?", ")", Tuple::addString);

  private final DiscardedOrders discarded = new DiscardedOrders();

  DeadLetterRepository(MySqlLink mysql, Clock clock) {
    this.mysql = mysql;
    this.clock = clock;
  }

  /** A dead letter with the number of times it was delivered. */
  record Buried(long itemId, DeadLetter letter, int deliveries) {}

  /** What became of a message that is no order. */
  record Fate(long itemId, String state) {
    boolean isOpen() {
      return OPEN.equals(state);
    }

    boolean isDiscarded() {
      return DISCARDED.equals(state);
    }
  }

  /** Fails if there are open dead letters, and says how many, up to a thousand. */
  Future<Void> requireNoneOpen() {
    return mysql
        .execute(COUNT_OPEN, Tuple.tuple())
        .map(
            rows -> {
              long count = rows.iterator().next().getLong(0);
              if (count > 0) {
                throw new IllegalStateException("messages that could not become orders: " + count);
              }
              return null;
            });
  }

  /** The states of those of these messages of an item that have a dead letter, by stream id. */
  Future<Map<String, String>> states(long itemId, List<String> streamIds) {
    return mysql
        .withConnection(connection -> find.select(connection, Tuple.of(itemId), streamIds))
        .map(
            rows -> {
              Map<String, String> states = new HashMap<>();
              rows.forEach(row -> states.put(row.getString(0), row.getString(1)));
              return states;
            });
  }

  /** Those of these letters of an item whose orders were given up with other letters. */
  Future<Set<DeadLetter>> givenUp(long itemId, List<DeadLetter> letters) {
    List<Buffer> orders =
        letters.stream().map(DeadLetter::orderId).filter(Objects::nonNull).toList();
    if (orders.isEmpty()) {
      return Future.succeededFuture(Set.of());
    }
    return mysql
        .withConnection(connection -> discarded.among(connection, itemId, orders))
        .map(
            keys ->
                letters.stream()
                    .filter(letter -> letter.orderId() != null && letter.userId() != null)
                    .filter(letter -> keys.contains(keyOf(letter)))
                    .collect(Collectors.toSet()));
  }

  private static DiscardedOrders.Key keyOf(DeadLetter letter) {
    return new DiscardedOrders.Key(letter.orderId(), letter.userId());
  }

  /** Stores dead letters; those that are stored already stay as they are. */
  Future<Void> insert(List<Buried> letters) {
    return mysql.withTransaction(connection -> insert.insert(connection, letters));
  }

  /** What became of a user's order: given up if it ever was, else as its newest letter says. */
  Future<Fate> fateOf(String orderId, Buffer userId) {
    return mysql
        .execute(OF_ORDER, Tuple.of(Buffer.buffer(orderId), userId))
        .map(
            rows -> {
              if (rows.size() == 0) {
                return null;
              }
              Row row = rows.iterator().next();
              return new Fate(row.getLong("item_id"), row.getString("state"));
            });
  }

  private void bind(Tuple tuple, Buried buried) {
    DeadLetter letter = buried.letter();
    tuple
        .addLong(buried.itemId())
        .addString(letter.id())
        .addBuffer(letter.orderId())
        .addBuffer(letter.userId())
        .addString(letter.fields())
        .addString(letter.reason())
        .addInteger(buried.deliveries())
        .addLocalDateTime(LocalDateTime.ofInstant(clock.instant(), ZoneOffset.UTC));
  }
}
