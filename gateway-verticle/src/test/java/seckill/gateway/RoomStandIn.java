package seckill.gateway;

import static seckill.testkit.TestVertx.await;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.eventbus.Message;
import io.vertx.core.eventbus.MessageConsumer;
import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import seckill.contract.Addresses;
import seckill.contract.Outcome;
import seckill.contract.QueueAnswer;
import seckill.contract.QueueBatch;
import seckill.contract.QueueReply;
import seckill.contract.QueueVisit;

/** Speaks for the till's waiting room on the bus: first come, first placed. */
final class RoomStandIn {
  final List<QueueBatch> joins = new CopyOnWriteArrayList<>();
  final List<QueueBatch> looks = new CopyOnWriteArrayList<>();
  final List<JsonObject> leaves = new CopyOnWriteArrayList<>();
  final Queue<Future<Void>> holds = new ConcurrentLinkedQueue<>();
  volatile QueueAnswer forced;

  private final List<String> waiting = new ArrayList<>();
  private final List<MessageConsumer<?>> consumers = new ArrayList<>();

  RoomStandIn(Vertx vertx) {
    consumers.add(
        vertx.eventBus().<Buffer>consumer(Addresses.QUEUE_JOIN, m -> visit(m, joins, true)));
    consumers.add(
        vertx.eventBus().<Buffer>consumer(Addresses.QUEUE_LOOK, m -> visit(m, looks, false)));
    consumers.add(
        vertx
            .eventBus()
            .<JsonObject>consumer(
                Addresses.QUEUE_LEAVE,
                message -> {
                  leaves.add(message.body());
                  leave(message.body().getString("userId"));
                  message.reply(new JsonObject().put("left", 1));
                }));
    consumers.forEach(consumer -> await(consumer.completion()));
  }

  void close() {
    consumers.forEach(consumer -> await(consumer.unregister()));
  }

  private void visit(Message<Buffer> message, List<QueueBatch> batches, boolean joining) {
    QueueBatch batch = QueueBatch.fromBuffer(message.body());
    batches.add(batch);
    List<QueueAnswer> answers =
        batch.visits().stream().map(visit -> answer(visit, joining)).toList();
    Future<Void> hold = holds.poll();
    (hold == null ? Future.succeededFuture() : hold)
        .onSuccess(go -> message.reply(QueueReply.toBuffer(answers)));
  }

  private synchronized QueueAnswer answer(QueueVisit visit, boolean joining) {
    if (forced != null) {
      return forced;
    }
    if (joining && !waiting.contains(visit.userId())) {
      waiting.add(visit.userId());
    }
    int place = waiting.indexOf(visit.userId()) + 1;
    return place == 0
        ? new QueueAnswer.Refused(Outcome.NOT_FOUND, null, 0)
        : new QueueAnswer.Waiting(place, place * 2L, QueueAnswer.Chance.GOOD, 1500);
  }

  private synchronized void leave(String userId) {
    waiting.remove(userId);
  }
}
