package seckill.sale;

import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.time.Clock;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.stream.StreamSupport;
import seckill.contract.ItemPage;
import seckill.contract.ItemSpec;
import seckill.contract.OrderRules;
import seckill.contract.Outcome;
import seckill.contract.SeckillException;
import seckill.runtime.MySqlLink;

/** The till's part of the books: items, who holds them, and who changed them. */
final class ItemRepository {
  /**
   * All columns that an item is read from; the table of items is {@code i}. Times as text, since
   * the driver cannot tell of which row a date is that there is not, like 2026-00-10.
   */
  static final String SELECT =
      "SELECT i.id, i.sku, i.name, i.price_cents, i.total_stock, i.restocked, i.sold,"
          + " CAST(i.start_at AS CHAR) AS start_at, CAST(i.end_at AS CHAR) AS end_at, i.status,"
          + " i.epoch, i.revision, g.waiting_room, g.challenge,"
          + " CAST(g.reserve_from AS CHAR) AS reserve_from,"
          + " CAST(g.reserve_until AS CHAR) AS reserve_until, r.pay_within_seconds, r.max_lapses,"
          + " p.page FROM seckill_item i"
          + " LEFT JOIN item_gate g ON g.item_id = i.id"
          + " LEFT JOIN order_rule r ON r.item_id = i.id"
          + " LEFT JOIN item_page p ON p.item_id = i.id";

  private static final String INSERT =
      "INSERT INTO seckill_item (id, sku, name, price_cents, total_stock, start_at, end_at,"
          + " created_at, given_up) VALUES (?, ?, ?, ?, ?, ?, ?, ?, (SELECT COUNT(*)"
          + " FROM dead_letter WHERE item_id = ? AND state = 'DISCARDED'))";
  private static final String EDIT =
      "UPDATE seckill_item SET sku = ?, name = ?, price_cents = ?, total_stock = ?, start_at = ?,"
          + " end_at = ? WHERE id = ?";
  private static final String DROP_RULES = "DELETE FROM order_rule WHERE item_id = ?";
  private static final String DROP_PAGE = "DELETE FROM item_page WHERE item_id = ?";
  private static final String SET_RULES =
      "INSERT INTO order_rule (item_id, pay_within_seconds, max_lapses) VALUES (?, ?, ?)";
  private static final String SET_PAGE = "INSERT INTO item_page (item_id, page) VALUES (?, ?)";
  private static final String FIND = SELECT + " WHERE i.id = ?";
  private static final String LISTED =
      SELECT
          + " WHERE i.status <> 'DRAFT' AND i.end_at > ?"
          + " ORDER BY i.start_at DESC, i.id LIMIT ?";
  private static final String PAUSED =
      "SELECT id FROM seckill_item WHERE status = 'PAUSED' AND end_at > ?";
  private static final String LIVE_ORDER_OF =
      "SELECT order_id FROM orders WHERE item_id = ? AND user_id = ? AND live = 1";
  private static final String SETTLED = "SELECT 1 FROM settlement WHERE item_id = ?";
  private static final String AUDIT =
      "INSERT INTO admin_audit (at, actor, action, item_id, detail, outcome)"
          + " VALUES (?, ?, ?, ?, ?, ?)";

  private final MySqlLink mysql;
  private final Clock clock;
  private final ItemStatusRepository statuses;

  ItemRepository(MySqlLink mysql, Clock clock) {
    this.mysql = mysql;
    this.clock = clock;
    this.statuses = new ItemStatusRepository(mysql);
  }

  /** Whether items are open. */
  ItemStatusRepository statuses() {
    return statuses;
  }

  /** Adds a draft; fails with CONFLICT if the id is taken. */
  Future<Void> insert(ItemSpec item) {
    return mysql
        .<Void>withTransaction(
            connection ->
                connection
                    .preparedQuery(INSERT)
                    .execute(row(item))
                    .compose(
                        inserted -> GateRepository.write(connection, item.itemId(), item.gate()))
                    .compose(inserted -> writeRules(connection, item))
                    .compose(inserted -> writePage(connection, item.itemId(), item.page())))
        .recover(
            cause ->
                Future.failedFuture(
                    MySqlLink.errorCode(cause) == MySqlLink.DUPLICATE_KEY
                        ? new SeckillException(
                            Outcome.CONFLICT, "item " + item.itemId() + " exists already")
                        : cause));
  }

  /**
   * Writes a draft anew and tells what it was; fails with NOT_FOUND, or with CONFLICT if it was
   * preheated already.
   */
  Future<SaleItem> edit(ItemSpec item) {
    Tuple id = Tuple.of(item.itemId());
    return mysql.withTransaction(
        connection ->
            lock(connection, item.itemId())
                .map(before -> requireDraft(before))
                .compose(
                    before ->
                        connection
                            .preparedQuery(EDIT)
                            .execute(edited(item))
                            .compose(
                                done ->
                                    GateRepository.write(connection, item.itemId(), item.gate()))
                            .compose(done -> connection.preparedQuery(DROP_RULES).execute(id))
                            .compose(done -> connection.preparedQuery(DROP_PAGE).execute(id))
                            .compose(done -> writeRules(connection, item))
                            .compose(done -> writePage(connection, item.itemId(), item.page()))
                            .map(before)));
  }

  /** Sets how an item is shown, also while it sells; tells what it was; fails with NOT_FOUND. */
  Future<SaleItem> setPage(long itemId, ItemPage page) {
    return mysql.withTransaction(
        connection ->
            lock(connection, itemId)
                .compose(
                    before ->
                        connection
                            .preparedQuery(DROP_PAGE)
                            .execute(Tuple.of(itemId))
                            .compose(done -> writePage(connection, itemId, page))
                            .map(before)));
  }

  private static SaleItem requireDraft(SaleItem item) {
    if (!item.status().equals(SaleItem.DRAFT)) {
      throw new SeckillException(
          Outcome.CONFLICT,
          "item "
              + item.spec().itemId()
              + " was preheated: it can be restocked and extended, and its gate and page be set");
    }
    return item;
  }

  private static Tuple edited(ItemSpec item) {
    return Tuple.of(
        item.sku(),
        item.name(),
        item.priceCents(),
        item.totalStock(),
        utc(item.startAt()),
        utc(item.endAt()),
        item.itemId());
  }

  private static Future<Void> writeRules(SqlConnection connection, ItemSpec item) {
    OrderRules rules = item.orders();
    return rules.equals(OrderRules.USUAL)
        ? Future.succeededFuture()
        : connection
            .preparedQuery(SET_RULES)
            .execute(Tuple.of(item.itemId(), rules.payWithinSeconds(), rules.maxLapses()))
            .mapEmpty();
  }

  private static Future<Void> writePage(SqlConnection connection, long itemId, ItemPage page) {
    return page.equals(ItemPage.PLAIN)
        ? Future.succeededFuture()
        : connection
            .preparedQuery(SET_PAGE)
            .execute(Tuple.of(itemId, page.toJson().encode()))
            .mapEmpty();
  }

  private Tuple row(ItemSpec item) {
    return Tuple.of(
        item.itemId(),
        item.sku(),
        item.name(),
        item.priceCents(),
        item.totalStock(),
        utc(item.startAt()),
        utc(item.endAt()),
        utc(clock.instant()),
        item.itemId());
  }

  /** The item; fails with NOT_FOUND, or BAD_REQUEST if its row cannot be sold from. */
  Future<SaleItem> find(long itemId) {
    return mysql.execute(FIND, Tuple.of(itemId)).map(rows -> one(itemId, rows));
  }

  /** The item, which does not change any more until the transaction ends. */
  Future<SaleItem> lock(SqlConnection connection, long itemId) {
    return connection
        .preparedQuery(FIND + " FOR UPDATE")
        .execute(Tuple.of(itemId))
        .map(rows -> one(itemId, rows));
  }

  private static SaleItem one(long itemId, RowSet<Row> rows) {
    if (rows.size() == 0) {
      throw notFound(itemId);
    }
    return SaleItem.read(rows.iterator().next());
  }

  /** Rows of the items that are no drafts and end after an instant, latest start first. */
  Future<RowSet<Row>> listed(Instant endAfter, int limit) {
    return mysql.execute(LISTED, Tuple.of(utc(endAfter), limit));
  }

  /** The ids of the items that are paused and end after an instant. */
  Future<List<Long>> paused(Instant endAfter) {
    return mysql
        .execute(PAUSED, Tuple.of(utc(endAfter)))
        .map(rows -> toList(rows).stream().map(row -> row.getLong(0)).toList());
  }

  static SeckillException notFound(long itemId) {
    return new SeckillException(Outcome.NOT_FOUND, "there is no item " + itemId);
  }

  private static List<Row> toList(RowSet<Row> rows) {
    return StreamSupport.stream(rows.spliterator(), false).toList();
  }

  /** The id of a user's live order for an item; {@code null} if there is none. */
  Future<String> liveOrderOf(long itemId, String userId) {
    return mysql
        .execute(LIVE_ORDER_OF, Tuple.of(itemId, Buffer.buffer(userId)))
        .map(rows -> rows.size() == 0 ? null : rows.iterator().next().getString(0));
  }

  /** Whether the rest of the item's sale was booked back. */
  Future<Boolean> isSettled(long itemId) {
    return mysql.execute(SETTLED, Tuple.of(itemId)).map(rows -> rows.size() > 0);
  }

  /** Writes down who did what. */
  Future<Void> audit(String actor, String action, long itemId, String detail, String outcome) {
    return mysql
        .execute(
            AUDIT,
            Tuple.of(utc(clock.instant()), Buffer.buffer(actor), action, itemId, detail, outcome))
        .mapEmpty();
  }

  private static LocalDateTime utc(Instant instant) {
    return LocalDateTime.ofInstant(instant, ZoneOffset.UTC);
  }
}
