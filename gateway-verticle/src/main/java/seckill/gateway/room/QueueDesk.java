package seckill.gateway.room;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import seckill.contract.Addresses;
import seckill.contract.Outcome;
import seckill.contract.QueueAnswer;
import seckill.contract.QueueVisit;
import seckill.contract.SeckillException;
import seckill.gateway.breaker.CallWatch;
import seckill.gateway.gate.Configurable;
import seckill.runtime.Batcher;

/**
 * Takes joins and questions for waiting rooms, and sends those that come together as one message.
 * Belongs to one event loop, and keeps nothing about those who wait.
 */
public final class QueueDesk implements Configurable {
  /** The outcome's own sentence, in the language of the one who waits. */
  private static final SeckillException NOT_SENT = new SeckillException(Outcome.DEGRADED, null);

  private final Batcher<Long, QueueVisit, QueueAnswer> joins;
  private final Batcher<Long, QueueVisit, QueueAnswer> looks;
  private final CallWatch calls;
  private volatile QueueSettings settings;

  public QueueDesk(Vertx vertx, QueueSettings settings, CallWatch calls) {
    this.settings = settings;
    this.calls = calls;
    QueueSender sender = new QueueSender(vertx, settings.timeoutMillis(), calls.breaker());
    this.joins = batcher(sender, Addresses.QUEUE_JOIN);
    this.looks = batcher(sender, Addresses.QUEUE_LOOK);
    calls.onOpen(() -> joins.refuseWaiting(NOT_SENT));
    calls.onOpen(() -> looks.refuseWaiting(NOT_SENT));
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
    if (!settings.enabled()) {
      return Future.failedFuture(new SeckillException(Outcome.NOT_FOUND, null));
    }
    long ticket = calls.begin();
    return batcher.submit(itemId, visit).onComplete(done -> calls.end(ticket));
  }
}
