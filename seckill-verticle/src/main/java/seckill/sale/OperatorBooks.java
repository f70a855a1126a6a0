package seckill.sale;

import io.vertx.core.Future;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.Tuple;
import java.nio.charset.StandardCharsets;
import java.time.ZoneOffset;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import seckill.contract.Addresses;
import seckill.contract.LatestQuery;
import seckill.contract.SeckillException;
import seckill.runtime.MySqlLink;

/** What operators look up in the till's books: all items, and who did what. */
final class OperatorBooks {
  private static final Logger LOG = LoggerFactory.getLogger(OperatorBooks.class);
  private static final String OF_ITEM = " AND item_id = ?";
  private static final String AUDIT =
      "SELECT id, at, actor, action, item_id, detail, outcome FROM admin_audit WHERE id < ?";
  private static final String LATEST = " ORDER BY id DESC LIMIT ?";
  private static final String BEFORE = "before";
  private static final String ITEM_ID = "itemId";

  private final MySqlLink mysql;

  OperatorBooks(MySqlLink mysql) {
    this.mysql = mysql;
  }

  void openAt(BusDoor door) {
    door.serve(Addresses.ITEM_ALL, body -> items(LatestQuery.of(body)));
    door.serve(Addresses.AUDIT_LIST, body -> audit(LatestQuery.of(body)));
  }

  private Future<JsonObject> items(LatestQuery query) {
    String of = query.itemId() == null ? "" : " AND i.id = ?";
    return mysql
        .execute(ItemRepository.SELECT + " WHERE i.id < ?" + of + LATEST, arguments(query))
        .map(rows -> page(rows, "items", query, OperatorBooks::item));
  }

  private Future<JsonObject> audit(LatestQuery query) {
    String of = query.itemId() == null ? "" : OF_ITEM;
    return mysql
        .execute(AUDIT + of + LATEST, arguments(query))
        .map(rows -> page(rows, "entries", query, OperatorBooks::entry));
  }

  private static Tuple arguments(LatestQuery query) {
    return query.itemId() == null
        ? Tuple.of(query.before(), query.limit())
        : Tuple.of(query.before(), query.itemId(), query.limit());
  }

  private static JsonObject page(
      RowSet<Row> rows, String name, LatestQuery query, Function<Row, JsonObject> read) {
    JsonArray entries = new JsonArray();
    long last = 0;
    for (Row row : rows) {
      entries.add(read.apply(row));
      last = row.getLong("id");
    }
    JsonObject page = new JsonObject().put(name, entries);
    return rows.size() < query.limit() ? page : page.put(BEFORE, Long.toString(last));
  }

  private static JsonObject item(Row row) {
    try {
      SaleItem item = SaleItem.read(row);
      return item.spec()
          .toJson()
          .put("restocked", item.restocked())
          .put("sold", item.sold())
          .put("status", item.status());
    } catch (SeckillException e) {
      LOG.debug("an item cannot be read", e);
      // An operator has to see that it is there, and what is wrong with it.
      return new JsonObject()
          .put(ITEM_ID, Long.toString(row.getLong("id")))
          .put("name", row.getString("name"))
          .put("status", "UNREADABLE")
          .put("why", e.getMessage());
    }
  }

  private static JsonObject entry(Row row) {
    JsonObject entry =
        new JsonObject()
            .put("id", Long.toString(row.getLong("id")))
            .put("at", row.getLocalDateTime("at").toInstant(ZoneOffset.UTC).toString())
            .put("actor", row.getBuffer("actor").toString(StandardCharsets.UTF_8))
            .put("action", row.getString("action"))
            .put("outcome", row.getString("outcome"))
            .put("detail", row.getString("detail"));
    long itemId = row.getLong("item_id");
    return itemId == AuditTrail.NO_ITEM ? entry : entry.put(ITEM_ID, Long.toString(itemId));
  }
}
