package seckill.order;

import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import seckill.contract.OrderMessage;
import seckill.contract.Texts;

/** Settles a batch of one stream: lands what can be landed, buries the rest, acknowledges both. */
final class BatchWriter {
  private static final Logger LOG = LoggerFactory.getLogger(BatchWriter.class);

  private final OrderLander lander;
  private final DeadLetters deadLetters;
  private final OrderStreams streams;
  private final ConsumerMetrics metrics;
  private final FaultHooks hooks;

  BatchWriter(
      OrderLander lander,
      DeadLetters deadLetters,
      OrderStreams streams,
      ConsumerMetrics metrics,
      FaultHooks hooks) {
    this.lander = lander;
    this.deadLetters = deadLetters;
    this.streams = streams;
    this.metrics = metrics;
    this.hooks = hooks;
  }

  /**
   * Settles a batch.
   *
   * @param maybeTried whether some of it may have been tried before
   * @param booked is run when the next batch of the item can only come after this one in MySQL
   * @return whether all of it is acknowledged; what is not stays pending and has to be read again.
   *     A failure is a passing one: nothing of the batch is acknowledged
   */
  Future<Boolean> write(
      long itemId, List<StreamEntry> entries, boolean maybeTried, Runnable booked) {
    List<String> settled = new ArrayList<>(entries.size());
    List<OrderReader.Reading> readable = new ArrayList<>(entries.size());
    List<DeadLetter> dead = new ArrayList<>();
    List<String> deleted = new ArrayList<>();
    sort(itemId, entries, deleted, readable, dead);
    List<OrderMessage> orders = readable.stream().map(OrderReader.Reading::message).toList();
    return hooks
        .beforeWrite(itemId)
        .compose(ready -> lander.land(itemId, orders, maybeTried, booked))
        .compose(verdicts -> hooks.afterCommit(itemId).map(verdicts))
        .compose(
            verdicts -> {
              List<String> givenUp = new ArrayList<>();
              for (int i = 0; i < verdicts.size(); i++) {
                StreamEntry entry = readable.get(i).entry();
                if (verdicts.get(i).landed()) {
                  settled.add(entry.id());
                  if (verdicts.get(i) == Verdict.GIVEN_UP) {
                    givenUp.add(entry.id());
                  }
                } else {
                  dead.add(new DeadLetter(entry, verdicts.get(i)));
                }
              }
              return acknowledge(itemId, settled)
                  .onSuccess(
                      acknowledged -> {
                        if (acknowledged) {
                          tellGivenUp(itemId, givenUp);
                        }
                      })
                  .compose(
                      acknowledged ->
                          acknowledgeDeleted(itemId, deleted).map(also -> acknowledged && also))
                  .compose(
                      acknowledged -> bury(itemId, dead).map(buried -> acknowledged && buried));
            });
  }

  /**
   * Counts only those that were still owed: a batch that fails is tried again, and a claim takes
   * deleted entries out of every consumer's pending list, and counts them, too.
   */
  private Future<Boolean> acknowledgeDeleted(long itemId, List<String> ids) {
    return streams
        .acknowledge(streams.keys().of(itemId), ids)
        .map(
            owed -> {
              if (owed > 0) {
                metrics.deleted(owed);
                LOG.warn(
                    "item {}: pending entries were deleted from the stream: {}",
                    itemId,
                    Texts.some(ids));
              }
              return true;
            })
        .recover(cause -> leftPending("cannot acknowledge", itemId, ids.size(), cause));
  }

  private static void tellGivenUp(long itemId, List<String> ids) {
    if (!ids.isEmpty()) {
      LOG.info(
          "item {}: passed over messages of orders that were given up: {}",
          itemId,
          Texts.some(ids));
    }
  }

  private static void sort(
      long itemId,
      List<StreamEntry> entries,
      List<String> deleted,
      List<OrderReader.Reading> readable,
      List<DeadLetter> dead) {
    for (StreamEntry entry : entries) {
      if (entry.deleted()) {
        deleted.add(entry.id());
        continue;
      }
      OrderReader.Reading reading = OrderReader.read(itemId, entry);
      if (reading.refusal() == null) {
        readable.add(reading);
      } else {
        dead.add(new DeadLetter(entry, reading.refusal()));
      }
    }
  }

  private Future<Boolean> acknowledge(long itemId, List<String> ids) {
    return streams
        .acknowledge(streams.keys().of(itemId), ids)
        .map(true)
        .recover(cause -> leftPending("cannot acknowledge", itemId, ids.size(), cause));
  }

  private Future<Boolean> bury(long itemId, List<DeadLetter> dead) {
    return deadLetters
        .bury(itemId, dead)
        .recover(cause -> leftPending("cannot bury", itemId, dead.size(), cause));
  }

  private static Future<Boolean> leftPending(String what, long itemId, int count, Throwable cause) {
    LOG.warn("item {}: {} {} messages: {}", itemId, what, count, cause.getMessage());
    return Future.succeededFuture(false);
  }
}
