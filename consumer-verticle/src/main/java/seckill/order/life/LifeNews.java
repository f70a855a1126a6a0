package seckill.order.life;

import io.vertx.core.eventbus.EventBus;
import io.vertx.core.json.JsonObject;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import seckill.contract.Addresses;

/** Publishes what became of orders, and what a person should look at. */
final class LifeNews {
  /** What a person should look at. */
  enum Alert {
    /** Money has to go back. */
    REFUND_DUE,
    /** Somebody paid another amount than the price. */
    AMOUNT_MISMATCH,
    /** Somebody paid for an order that nobody knows. */
    UNKNOWN_ORDER_PAID
  }

  private static final Logger LOG = LoggerFactory.getLogger(LifeNews.class);
  private static final String SOURCE = "consumer";

  private final EventBus bus;

  LifeNews(EventBus bus) {
    this.bus = bus;
  }

  void changed(List<OrderChange> changes) {
    for (OrderChange change : changes) {
      bus.publish(
          Addresses.EVENT_ORDER_STATUS,
          new JsonObject()
              .put("itemId", Long.toString(change.itemId()))
              .put("orderId", change.orderId())
              .put("status", change.status().name()));
    }
  }

  /**
   * Calls for a person.
   *
   * @param itemId {@code null} if it is not known
   */
  void alert(Alert alert, Long itemId, String detail) {
    LOG.warn("{}: {}", alert, detail);
    JsonObject body =
        new JsonObject().put("source", SOURCE).put("kind", alert.name()).put("detail", detail);
    if (itemId != null) {
      body.put("itemId", Long.toString(itemId));
    }
    bus.publish(Addresses.EVENT_ALERT, body);
  }
}
