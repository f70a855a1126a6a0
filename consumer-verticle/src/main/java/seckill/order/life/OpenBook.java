package seckill.order.life;

import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import seckill.contract.OrderRules;
import seckill.contract.OrderStatus;
import seckill.order.outbox.ClaimedTask;
import seckill.order.outbox.OutboxRows;
import seckill.order.outbox.UnitTask;

/** One transaction over the orders of one item; whoever has it holds the item's ledger row. */
final class OpenBook {
  private static final String GIVE =
      "UPDATE seckill_item SET sold = sold - ? WHERE id = ? AND sold >= ?";
  private static final String TAKE =
      "UPDATE seckill_item SET sold = sold + 1 WHERE id = ? AND sold + 1 <= total_stock +"
          + " restocked";
  private static final String UNSETTLE =
      "UPDATE settlement SET unsold = unsold + ? WHERE item_id = ?";
  private static final String SETTLED = "SELECT 1 FROM settlement WHERE item_id = ?";
  private static final String RULES =
      "SELECT pay_within_seconds, max_lapses FROM order_rule WHERE item_id = ?";
  private static final String HOLDS =
      "SELECT 1 FROM orders WHERE item_id = ? AND user_id = ? AND live = 1";
  private static final String NOTED =
      "SELECT 1 FROM order_event WHERE order_id = ? AND detail = ? LIMIT 1";

  /** What all transactions of an event loop share. */
  record Tools(
      LifeStatements statements, OutboxRows outbox, ChangeHook hook, OrderRules usualRules) {}

  private final SqlConnection connection;
  private final long itemId;
  private final LocalDateTime now;
  private final Tools tools;
  private final PaymentRows payments;
  private final List<OrderChange> changes = new ArrayList<>();
  private boolean queued;

  OpenBook(SqlConnection connection, long itemId, LocalDateTime now, Tools tools) {
    this.connection = connection;
    this.itemId = itemId;
    this.now = now;
    this.tools = tools;
    this.payments = new PaymentRows(connection, now);
  }

  /** The payments. */
  PaymentRows payments() {
    return payments;
  }

  /** What was changed so far. */
  List<OrderChange> changes() {
    return changes;
  }

  /** Whether there is something new in the outbox. */
  boolean queued() {
    return queued;
  }

  /** Locks those of the orders that are the item's. */
  Future<List<HeldOrder>> lock(List<String> orderIds) {
    return tools
        .statements()
        .lock
        .select(connection, Tuple.of(itemId), orderIds)
        .map(
            rows -> {
              List<HeldOrder> orders = new ArrayList<>(rows.size());
              rows.forEach(row -> orders.add(held(row)));
              return orders;
            });
  }

  private HeldOrder held(Row row) {
    return new HeldOrder(
        itemId,
        row.getString("order_id"),
        row.getBuffer("user_id"),
        row.getLong("price_cents"),
        OrderStatus.valueOf(row.getString("status")));
  }

  /** Moves locked orders to another status, in the books, their history and the hook. */
  Future<Void> move(List<HeldOrder> orders, OrderStatus to, String actor, String detail) {
    Tuple set = Tuple.of(to.name(), to.isLive() ? 1 : null, now, itemId);
    return tools
        .statements()
        .setStatus
        .select(connection, set, orders.stream().map(HeldOrder::orderId).toList())
        .compose(
            moved ->
                moved.rowCount() == orders.size()
                    ? note(orders, to, actor, detail)
                    : Future.failedFuture(
                        new IllegalStateException("orders changed although they were locked")))
        .compose(
            noted -> {
              changes.addAll(changesOf(orders, to));
              return tell(orders, to);
            });
  }

  /** Adds a line to the history of orders. */
  Future<Void> note(List<HeldOrder> orders, OrderStatus status, String actor, String detail) {
    return tools
        .statements()
        .note
        .insert(
            connection,
            orders.stream()
                .map(
                    order ->
                        new LifeStatements.Event(
                            order.orderId(), status.name(), now, Buffer.buffer(actor), detail))
                .toList());
  }

  /** Whether this very line stands in the order's history already. */
  Future<Boolean> noted(String orderId, String detail) {
    return exists(NOTED, Tuple.of(orderId, detail));
  }

  /** Has the hook told of what happened to orders. */
  Future<Void> tell(List<HeldOrder> orders, OrderStatus status) {
    return tools.hook().afterChange(connection, changesOf(orders, status));
  }

  private static List<OrderChange> changesOf(List<HeldOrder> orders, OrderStatus status) {
    return orders.stream()
        .map(o -> new OrderChange(o.itemId(), o.orderId(), o.userId(), status))
        .toList();
  }

  /** Takes orders that are no longer live out of the ledger. */
  Future<Void> giveUnits(int units) {
    return connection
        .preparedQuery(GIVE)
        .execute(Tuple.of(units, itemId, units))
        .compose(
            given ->
                given.rowCount() == 1
                    ? connection.preparedQuery(UNSETTLE).execute(Tuple.of(units, itemId))
                    : Future.failedFuture(
                        new IllegalStateException(
                            "the ledger of item " + itemId + " holds less than its live orders")))
        .mapEmpty();
  }

  /** Books one more live order; tells whether the ledger takes it. */
  Future<Boolean> takeUnit() {
    return connection
        .preparedQuery(TAKE)
        .execute(Tuple.of(itemId))
        .map(taken -> taken.rowCount() == 1);
  }

  /** Whether the rest of the sale was booked back. */
  Future<Boolean> settled() {
    return exists(SETTLED, Tuple.of(itemId));
  }

  /** Whether a user has a live order of the item. */
  Future<Boolean> holds(Buffer userId) {
    return exists(HOLDS, Tuple.of(itemId, userId));
  }

  /** Has the units of ended orders given back, and the right to buy unless it is used up. */
  Future<Void> returnUnits(List<HeldOrder> orders) {
    return barred(orders)
        .compose(
            barred ->
                queue(
                    orders.stream()
                        .map(
                            order ->
                                UnitTask.giveBack(
                                    itemId,
                                    order.orderId(),
                                    order.userId(),
                                    true,
                                    !barred.contains(order.userId())))
                        .toList()));
  }

  /** Adds tasks to the outbox. */
  Future<Void> queue(List<UnitTask> tasks) {
    queued = true;
    return tools.outbox().add(connection, tasks);
  }

  /** Removes a task from the outbox, unless its claim is another's by now. */
  Future<Boolean> removeClaimed(ClaimedTask task) {
    return tools.outbox().removeClaimed(connection, task);
  }

  private Future<Set<Buffer>> barred(List<HeldOrder> orders) {
    return rules()
        .compose(
            rules ->
                rules.maxLapses() == 0
                    ? Future.succeededFuture(Set.of())
                    : lapses(orders).map(lapses -> atLeast(lapses, rules.maxLapses())));
  }

  private Future<OrderRules> rules() {
    return connection
        .preparedQuery(RULES)
        .execute(Tuple.of(itemId))
        .map(
            rows -> {
              if (rows.size() == 0) {
                return tools.usualRules();
              }
              Row row = rows.iterator().next();
              return new OrderRules(row.getInteger(0), row.getInteger(1)).or(tools.usualRules());
            });
  }

  private Future<Map<Buffer, Long>> lapses(List<HeldOrder> orders) {
    List<Buffer> users = orders.stream().map(HeldOrder::userId).distinct().toList();
    return tools
        .statements()
        .lapses
        .select(connection, Tuple.of(itemId), users)
        .map(
            rows -> {
              Map<Buffer, Long> lapses = new HashMap<>();
              rows.forEach(row -> lapses.put(row.getBuffer(0), row.getLong(1)));
              return lapses;
            });
  }

  private static Set<Buffer> atLeast(Map<Buffer, Long> lapses, int limit) {
    Set<Buffer> users = new HashSet<>();
    lapses.forEach(
        (user, count) -> {
          if (count >= limit) {
            users.add(user);
          }
        });
    return users;
  }

  private Future<Boolean> exists(String sql, Tuple parameters) {
    return connection.preparedQuery(sql).execute(parameters).map(rows -> rows.size() > 0);
  }
}
