package seckill.sale.room;

import io.vertx.core.Future;
import java.util.List;
import java.util.function.Supplier;
import seckill.contract.Outcome;
import seckill.contract.QueueAnswer;
import seckill.contract.QueueVisit;
import seckill.contract.SeckillException;
import seckill.runtime.Batcher;

/** Takes joins and questions, and sends those for one item together to the script. */
final class Visits {
  private static final QueueAnswer BUSY = new QueueAnswer.Refused(Outcome.BUSY, null, 0);

  private final Batcher<Long, QueueVisit, QueueAnswer> joins;
  private final Batcher<Long, QueueVisit, QueueAnswer> looks;

  Visits(RoomStore store, Supplier<RoomSettings> settings) {
    this.joins = batcher(store, settings, true);
    this.looks = batcher(store, settings, false);
  }

  private static Batcher<Long, QueueVisit, QueueAnswer> batcher(
      RoomStore store, Supplier<RoomSettings> settings, boolean joining) {
    RoomSettings now = settings.get();
    return new Batcher<>(
        now.maxBatch(),
        now.maxInFlight(),
        now.maxWaiting(),
        (itemId, visits) -> store.visit(itemId, joining, visits, settings.get()));
  }

  /** Joins a room; whoever has a place there keeps it. */
  Future<List<QueueAnswer>> join(long itemId, List<QueueVisit> visits) {
    return all(joins.submitAll(itemId, visits));
  }

  /** Asks for places. */
  Future<List<QueueAnswer>> look(long itemId, List<QueueVisit> visits) {
    return all(looks.submitAll(itemId, visits));
  }

  private static Future<List<QueueAnswer>> all(List<Future<QueueAnswer>> sent) {
    return Future.all(sent.stream().map(Visits::orBusy).toList()).map(done -> done.list());
  }

  private static Future<QueueAnswer> orBusy(Future<QueueAnswer> answer) {
    return answer.recover(
        cause ->
            cause instanceof SeckillException refusal && refusal.outcome() == Outcome.BUSY
                ? Future.succeededFuture(BUSY)
                : Future.failedFuture(cause));
  }
}
