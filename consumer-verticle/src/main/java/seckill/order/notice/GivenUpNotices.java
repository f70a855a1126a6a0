package seckill.order.notice;

import io.vertx.core.eventbus.EventBus;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import seckill.contract.Addresses;

/** Calls a person when notices were given up. */
final class GivenUpNotices {
  private static final Logger LOG = LoggerFactory.getLogger(GivenUpNotices.class);

  private final NoticeMetrics metrics;
  private final EventBus bus;

  GivenUpNotices(NoticeMetrics metrics, EventBus bus) {
    this.metrics = metrics;
    this.bus = bus;
  }

  /**
   * Tells of notices that will not be tried again by themselves.
   *
   * @param items the item of each
   */
  void tell(List<Long> items) {
    metrics.gaveUp(items.size());
    items.stream()
        .collect(Collectors.groupingBy(Function.identity(), Collectors.counting()))
        .forEach(this::tell);
  }

  private void tell(long itemId, long count) {
    String detail = count + " notices were given up; the table notice says why";
    LOG.warn("item {}: {}", itemId, detail);
    bus.publish(
        Addresses.EVENT_ALERT,
        new JsonObject()
            .put("source", "consumer")
            .put("kind", "NOTICE_GIVEN_UP")
            .put("itemId", Long.toString(itemId))
            .put("detail", detail));
  }
}
