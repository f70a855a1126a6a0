package seckill.gateway.room;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import java.time.Clock;
import seckill.contract.Addresses;
import seckill.contract.Outcome;
import seckill.contract.QueueAnswer;
import seckill.contract.QueueVisit;
import seckill.contract.SeckillException;
import seckill.gateway.gate.Configurable;
import seckill.runtime.Batcher;

/**
 * Takes joins and questions for waiting rooms, and sends those that come together as one message.
 * Belongs to one event loop, and keeps nothing about those who wait.
 */
public final class QueueDesk implements Configurable {
  private final Batcher<Long, QueueVisit, QueueAnswer> joins;
  private final Batcher<Long, QueueVisit, QueueAnswer> looks;
  private volatile QueueSettings settings;

  public QueueDesk(Vertx vertx, Clock clock, QueueSettings settings) {
    this.settings = settings;
    QueueSender sender = new QueueSender(vertx, clock, settings.timeoutMillis());
    this.joins = batcher(sender, Addresses.QUEUE_JOIN);
    this.looks = batcher(sender, Addresses.QUEUE_LOOK);
  }

  private Batcher<Long, QueueVisit, QueueAnswer> batcher(QueueSender sender, String address) {
    return new Batcher<>(
        settings.maxBatch(),
        settings.maxInFlight(),
        settings.maxWaiting(),
        (itemId, visits) -> sender.send(address, itemId, visits));
  }

  @Override
  public String section() {
    return QueueSettings.SECTION;
  }

  /** Takes over whether the room is served; limits of batches count from the next start on. */
  @Override
  public void configure(JsonObject section) {
    settings = QueueSettings.ofSection(section);
  }

  /** Joins; fails with a {@link SeckillException}, BUSY if too many wait to be sent. */
  public Future<QueueAnswer> join(long itemId, QueueVisit visit) {
    return submit(joins, itemId, visit);
  }

  /** Asks for a place; fails as {@link #join} does. */
  public Future<QueueAnswer> look(long itemId, QueueVisit visit) {
    return submit(looks, itemId, visit);
  }

  private Future<QueueAnswer> submit(
      Batcher<Long, QueueVisit, QueueAnswer> batcher, long itemId, QueueVisit visit) {
    return settings.enabled()
        ? batcher.submit(itemId, visit)
        : Future.failedFuture(new SeckillException(Outcome.NOT_FOUND, null));
  }
}
