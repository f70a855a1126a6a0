package seckill.sale;

import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import java.time.Instant;
import seckill.contract.Addresses;

/** What tests of restocks and extensions have in common. */
abstract class TermsCase extends UnitCase {

  static JsonObject restockOf(String requestId, long units) {
    return Till.forItem(ITEM).put("requestId", requestId).put("units", units).put("actor", "olga");
  }

  static JsonObject extensionOf(String requestId, Instant endAt) {
    return Till.forItem(ITEM)
        .put("requestId", requestId)
        .put("endAt", endAt.toString())
        .put("actor", "olga");
  }

  JsonObject restock(String requestId, long units) {
    return till.ask(Addresses.ITEM_RESTOCK, restockOf(requestId, units));
  }

  JsonObject extend(String requestId, Instant endAt) {
    return till.ask(Addresses.ITEM_EXTEND, extensionOf(requestId, endAt));
  }

  Future<JsonObject> sendRestock(String requestId, long units) {
    return till.send(Addresses.ITEM_RESTOCK, restockOf(requestId, units));
  }

  Future<JsonObject> sendExtension(String requestId, Instant endAt) {
    return till.send(Addresses.ITEM_EXTEND, extensionOf(requestId, endAt));
  }

  long bookedUnits() {
    return mysql.number("SELECT total_stock + restocked FROM seckill_item WHERE id = ?", ITEM);
  }

  long field(String name) {
    return redis.command("HGET", KEYS.item(), name).toLong();
  }

  void settle() {
    mysql.query("INSERT INTO settlement VALUES (?, 1, 0, 1, '2026-01-01 00:00:00')", ITEM);
  }
}
