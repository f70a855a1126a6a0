package seckill.sale;

import io.vertx.core.json.JsonObject;

/**
 * How the till sells; names, ranges and defaults are in {@code sale.schema.json}.
 *
 * @param instances event loops that sell
 * @param maxBatch attempts per script call
 * @param maxInFlight script calls under way per item and event loop
 * @param maxWaiting attempts that may wait per event loop
 * @param backlogCap unwritten orders per item above which purchases are BUSY; 0 for no cap
 * @param retentionMillis how long the keys of an item live after the end of its sale
 * @param itemRefreshMillis how often the item list is read again
 * @param maxListed items in the item list
 * @param checkedItems items whose keys are looked at per {@code itemRefreshMillis}
 * @param pageSize entries per read when holders are rebuilt or scanned
 * @param maxHolders holders above which no filter of them is made
 * @param cachedFilters filters of holders kept per event loop
 * @param maxBlacklist entries of the blacklist
 * @param returnedOrders orders per item whose unit was given back that Redis remembers
 * @param passSweep challenge passes looked at for expired ones whenever a pass is given
 */
record SaleSettings(
    int instances,
    int maxBatch,
    int maxInFlight,
    int maxWaiting,
    long backlogCap,
    long retentionMillis,
    long itemRefreshMillis,
    int maxListed,
    int checkedItems,
    int pageSize,
    int maxHolders,
    int cachedFilters,
    int maxBlacklist,
    int returnedOrders,
    int passSweep) {

  /** Reads the section {@code sale}. */
  static SaleSettings of(JsonObject settings) {
    JsonObject section = settings.getJsonObject("sale");
    return new SaleSettings(
        section.getInteger("instances"),
        section.getInteger("maxBatch"),
        section.getInteger("maxInFlight"),
        section.getInteger("maxWaiting"),
        section.getLong("backlogCap"),
        section.getLong("retentionMillis"),
        section.getLong("itemRefreshMillis"),
        section.getInteger("maxListed"),
        section.getInteger("checkedItems"),
        section.getInteger("pageSize"),
        section.getInteger("maxHolders"),
        section.getInteger("cachedFilters"),
        section.getInteger("maxBlacklist"),
        section.getInteger("returnedOrders"),
        section.getInteger("passSweep"));
  }
}
