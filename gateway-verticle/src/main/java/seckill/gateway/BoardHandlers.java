package seckill.gateway;

import io.vertx.core.Future;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.web.RoutingContext;
import java.util.ArrayList;
import java.util.List;
import seckill.contract.Addresses;
import seckill.contract.SeckillException;
import seckill.gateway.ReadCache.Read;
import seckill.gateway.board.Board;

/** What operators look at: the processes, the last minutes, all items, and who did what. */
final class BoardHandlers {
  private static final int OK = 200;
  private static final String AFTER = "after";
  private static final String ITEM_ID = "itemId";
  private static final String STOCK = "stock";

  /** More are not asked for their stock each second. */
  private static final int SHOWN_ITEMS = 100;

  /** The parameters of the overview. */
  static final String[] OVERVIEW_QUERY = {AFTER};

  /** The parameters of lists that begin with the latest. */
  static final String[] QUERY = {ITEM_ID, "before", QueryText.LIMIT};

  private final Board board;
  private final ItemCatalog catalog;
  private final BusClient bus;

  /** Handlers for one event loop. */
  BoardHandlers(Board board, ItemCatalog catalog, BusClient bus) {
    this.board = board;
    this.catalog = catalog;
    this.bus = bus;
  }

  /** {@code GET /admin/overview?after=}: never fails for want of a till or a store. */
  void overview(RoutingContext ctx) {
    JsonObject overview = board.overview(after(ctx));
    catalog
        .list()
        .compose(read -> stocks(read.value()).map(stocks -> overview.mergeIn(stocks)))
        .otherwise(overview)
        .onSuccess(json -> Answers.json(ctx.response(), OK, Answers.PRIVATE, json))
        .onFailure(ctx::fail);
  }

  private static long after(RoutingContext ctx) {
    String after = QueryText.one(ctx, AFTER);
    if (after == null) {
      return 0;
    }
    if (!after.matches("[0-9]{1,15}")) {
      throw SeckillException.badRequest("after must be the time of a point");
    }
    return Long.parseLong(after);
  }

  /** {@code {stock: {itemId: {state, stock?}}}} of the items on sale. */
  private Future<JsonObject> stocks(JsonArray items) {
    JsonObject all = new JsonObject();
    List<Future<?>> asked = new ArrayList<>();
    for (int i = 0; i < Math.min(SHOWN_ITEMS, items.size()); i++) {
      JsonObject item = items.getJsonObject(i);
      String itemId = item.getString(ITEM_ID);
      JsonObject one = new JsonObject().put("state", item.getString("state"));
      all.put(itemId, one);
      asked.add(catalog.stock(Long.parseLong(itemId)).onSuccess(read -> put(one, read)));
    }
    return Future.join(asked).transform(done -> Future.succeededFuture(wrap(all)));
  }

  private static JsonObject wrap(JsonObject stocks) {
    return new JsonObject().put(STOCK, stocks);
  }

  private static void put(JsonObject one, Read<JsonObject> read) {
    one.put(STOCK, read.value().getValue(STOCK));
    if (read.staleSince() != null) {
      one.put("asOf", read.staleSince().toString());
    }
  }

  /** {@code GET /admin/items?itemId=&before=&limit=}. */
  void items(RoutingContext ctx) {
    list(ctx, Addresses.ITEM_ALL);
  }

  /** {@code GET /admin/audit?itemId=&before=&limit=}. */
  void audit(RoutingContext ctx) {
    list(ctx, Addresses.AUDIT_LIST);
  }

  /** {@code GET /admin/reconciliations?itemId=&before=&limit=}. */
  void reconciliations(RoutingContext ctx) {
    list(ctx, Addresses.RECONCILE_LIST);
  }

  private void list(RoutingContext ctx, String address) {
    bus.read(address, QueryText.page(ctx, QUERY))
        .onSuccess(json -> Answers.json(ctx.response(), OK, Answers.PRIVATE, json))
        .onFailure(ctx::fail);
  }
}
