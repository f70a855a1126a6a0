package seckill.gateway.room;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.eventbus.DeliveryOptions;
import io.vertx.core.eventbus.ReplyException;
import io.vertx.core.eventbus.ReplyFailure;
import java.util.List;
import seckill.contract.Outcome;
import seckill.contract.QueueAnswer;
import seckill.contract.QueueBatch;
import seckill.contract.QueueReply;
import seckill.contract.QueueVisit;
import seckill.contract.SeckillException;
import seckill.gateway.breaker.Breaker;
import seckill.gateway.breaker.BusFault;

/**
 * Sends visits to the till, many in one message. What got no answer in time is DEGRADED and may be
 * sent again: a place is given once.
 */
final class QueueSender {
  private final Vertx vertx;
  private final long timeoutMillis;
  private final DeliveryOptions options;
  private final Breaker breaker;

  QueueSender(Vertx vertx, long timeoutMillis, Breaker breaker) {
    this.vertx = vertx;
    this.timeoutMillis = timeoutMillis;
    this.breaker = breaker;
    this.options = new DeliveryOptions().setSendTimeout(timeoutMillis);
  }

  /** One answer per visit, in their order; fails with a {@link SeckillException}. */
  Future<List<QueueAnswer>> send(String address, long itemId, List<QueueVisit> visits) {
    if (breaker.state() == Breaker.State.OPEN) {
      return Future.failedFuture(new SeckillException(Outcome.DEGRADED, null));
    }
    QueueBatch batch = new QueueBatch(itemId, timeoutMillis, visits);
    long sentIn = breaker.generation();
    return vertx
        .eventBus()
        .<Buffer>request(address, batch.toBuffer(), options)
        .map(reply -> QueueReply.fromBuffer(reply.body()))
        .onSuccess(answers -> breaker.answered(sentIn, false))
        .onFailure(failure -> breaker.answered(sentIn, BusFault.is(failure)))
        .recover(failure -> Future.failedFuture(translate(failure)));
  }

  private static Throwable translate(Throwable failure) {
    if (!(failure instanceof ReplyException reply)) {
      return failure;
    }
    Outcome outcome =
        reply.failureType() == ReplyFailure.RECIPIENT_FAILURE
            ? Outcome.ofFailureCode(reply.failureCode())
            : Outcome.DEGRADED;
    // Of a fault, the outcome's own sentence, in the language of the one who waits.
    return new SeckillException(outcome, outcome == Outcome.DEGRADED ? null : reply.getMessage());
  }
}
