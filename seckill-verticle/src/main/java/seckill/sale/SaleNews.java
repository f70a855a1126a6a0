package seckill.sale;

import io.vertx.core.eventbus.EventBus;
import io.vertx.core.json.JsonObject;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import seckill.contract.Addresses;
import seckill.sale.unit.UnitNews;

/** Publishes what happened to items; whoever depends on it also looks by itself. */
final class SaleNews implements UnitNews {
  private static final Logger LOG = LoggerFactory.getLogger(SaleNews.class);

  private final EventBus bus;

  SaleNews(EventBus bus) {
    this.bus = bus;
  }

  @Override
  public void soldOut(long itemId) {
    bus.publish(Addresses.EVENT_SOLD_OUT, of(itemId));
  }

  @Override
  public void restocked(long itemId) {
    bus.publish(Addresses.EVENT_RESTOCKED, of(itemId));
  }

  @Override
  public void opened(long itemId) {
    LOG.info("item {} opens: its holders fit its units again", itemId);
    preheated(itemId);
  }

  void preheated(long itemId) {
    bus.publish(Addresses.EVENT_PREHEATED, of(itemId));
  }

  /** An item was paused or resumed, or its gate changed. */
  void itemStatus(long itemId, String status) {
    bus.publish(Addresses.EVENT_ITEM_STATUS, of(itemId).put("status", status));
  }

  /** What buyers see of an item changed. */
  void itemPage(long itemId) {
    bus.publish(Addresses.EVENT_ITEM_PAGE, of(itemId));
  }

  void saleStatus(String status) {
    bus.publish(Addresses.EVENT_SALE_STATUS, new JsonObject().put("status", status));
  }

  private static JsonObject of(long itemId) {
    return new JsonObject().put("itemId", Long.toString(itemId));
  }
}
