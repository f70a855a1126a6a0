package seckill.sale;

import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonObject;
import java.util.List;
import seckill.contract.Addresses;
import seckill.contract.ItemIds;
import seckill.contract.Json;
import seckill.contract.Outcome;
import seckill.contract.PurchaseAttempt;
import seckill.contract.PurchaseBatch;
import seckill.contract.PurchaseBatchReply;
import seckill.contract.SeckillException;
import seckill.contract.UserIds;
import seckill.sale.durability.Durability;

/** What buyers ask: purchases, their results, and what is for sale. */
final class BuyerDesk {
  private final Purchases purchases;
  private final StockStore stock;
  private final Durability durability;
  private final ItemRepository items;
  private final ItemCatalog catalog;
  private final HolderFilters filters;
  private final ItemControlWatcher controls;

  BuyerDesk(
      Purchases purchases,
      StockStore stock,
      Durability durability,
      ItemRepository items,
      ItemCatalog catalog,
      HolderFilters filters,
      ItemControlWatcher controls) {
    this.purchases = purchases;
    this.stock = stock;
    this.durability = durability;
    this.items = items;
    this.catalog = catalog;
    this.filters = filters;
    this.controls = controls;
  }

  void openAt(BusDoor door) {
    door.serve(Addresses.PURCHASE, body -> purchase(Requests.json(body)));
    door.serve(Addresses.PURCHASE_BATCH, body -> purchaseBatch(Requests.buffer(body)));
    door.serve(Addresses.PURCHASE_MINE, body -> mine(Requests.json(body)));
    door.serve(Addresses.ITEM_LIST, Requests.asking(catalog::list));
    door.serve(
        Addresses.SALE_STATUS, Requests.asking(() -> catalog.switches().map(controls::addBehind)));
    door.serve(Addresses.ITEM_STOCK, body -> stock(Requests.itemId(body)));
    door.serve(Addresses.ITEM_HOLDERS, body -> filters.of(Requests.itemId(body)));
  }

  private Future<JsonObject> purchase(JsonObject json) {
    PurchaseAttempt attempt = PurchaseAttempt.fromJson(json, System.nanoTime());
    return purchases
        .buy(attempt.itemId(), List.of(attempt))
        .map(results -> results.get(0).toJson());
  }

  private Future<Buffer> purchaseBatch(Buffer buffer) {
    PurchaseBatch batch = PurchaseBatch.fromBuffer(buffer, System.nanoTime());
    return purchases.buy(batch.itemId(), batch.attempts()).map(PurchaseBatchReply::toBuffer);
  }

  private Future<JsonObject> mine(JsonObject json) {
    long itemId = ItemIds.parse(json.getValue("itemId"));
    String userId = UserIds.require(Json.text(json, "userId"));
    return stock
        .orderIdOf(itemId, userId)
        .compose(
            orderId ->
                orderId == null ? fromBooks(itemId, userId) : ifSafe(itemId, userId, orderId),
            cause ->
                items
                    .liveOrderOf(itemId, userId)
                    .compose(
                        booked ->
                            booked == null
                                ? Future.failedFuture(cause)
                                : Future.succeededFuture(booked)))
        .map(
            orderId -> {
              if (orderId == null) {
                throw new SeckillException(Outcome.NOT_FOUND, "no order for this item");
              }
              return new JsonObject().put("orderId", orderId);
            });
  }

  // What is in the books is safe, whatever Redis loses.
  private Future<String> ifSafe(long itemId, String userId, String orderId) {
    return durability
        .holds(1)
        .compose(
            held ->
                held
                    ? Future.succeededFuture(orderId)
                    : items
                        .liveOrderOf(itemId, userId)
                        .map(
                            booked -> {
                              if (booked == null) {
                                throw new SeckillException(
                                    Outcome.DEGRADED, "the order is not safe yet; ask again");
                              }
                              return booked;
                            }));
  }

  // What Redis no longer keeps, the books do.
  private Future<String> fromBooks(long itemId, String userId) {
    return stock
        .state(itemId)
        .compose(state -> state == null ? Future.succeededFuture(false) : receiptsOf(itemId, state))
        .compose(
            kept ->
                kept ? Future.succeededFuture((String) null) : items.liveOrderOf(itemId, userId));
  }

  private Future<Boolean> receiptsOf(long itemId, ItemState state) {
    return state.acceptedTotal() == 0 ? Future.succeededFuture(true) : stock.hasReceipts(itemId);
  }

  private Future<JsonObject> stock(long itemId) {
    return stock
        .state(itemId)
        .map(
            state -> {
              if (state == null) {
                throw new SeckillException(
                    Outcome.NOT_FOUND, "item " + itemId + " is not preheated");
              }
              if (state.stock() < 0) {
                throw new SeckillException(
                    Outcome.DEGRADED, "the stock of item " + itemId + " is lost; preheat it");
              }
              return state.toJson(itemId);
            });
  }
}
