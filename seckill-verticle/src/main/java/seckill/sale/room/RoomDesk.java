package seckill.sale.room;

import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.Set;
import seckill.contract.Addresses;
import seckill.contract.Json;
import seckill.contract.Outcome;
import seckill.contract.QueueAnswer;
import seckill.contract.QueueBatch;
import seckill.contract.QueueReply;
import seckill.contract.QueueVisit;
import seckill.contract.SeckillException;
import seckill.contract.UserIds;
import seckill.sale.BusDoor;
import seckill.sale.Requests;

/** What those who wait ask: one by one as JSON, or many as a buffer. */
final class RoomDesk {
  private static final Set<String> JOIN_FIELDS = Set.of("itemId", "userId", QueueVisit.CLICKED_AT);
  private static final Set<String> LOOK_FIELDS = Set.of("itemId", "userId");
  private static final String EVERYWHERE = "everywhere";

  private final Visits visits;
  private final RoomStore store;
  private final OpenRooms rooms;

  /** Joins, or asks. */
  private interface Visiting {
    Future<List<QueueAnswer>> visit(long itemId, List<QueueVisit> visits);
  }

  RoomDesk(Visits visits, RoomStore store, OpenRooms rooms) {
    this.visits = visits;
    this.store = store;
    this.rooms = rooms;
  }

  void openAt(BusDoor door) {
    door.serve(Addresses.QUEUE_JOIN, body -> visit(body, JOIN_FIELDS, visits::join));
    door.serve(Addresses.QUEUE_LOOK, body -> visit(body, LOOK_FIELDS, visits::look));
    door.serve(Addresses.QUEUE_LEAVE, body -> leave(Requests.json(body)));
  }

  private Future<?> visit(Object body, Set<String> fields, Visiting visiting) {
    if (body instanceof Buffer) {
      return visitAll(QueueBatch.fromBuffer(Requests.buffer(body)), visiting);
    }
    JsonObject json = Requests.json(body);
    Json.requireOnly(json, fields);
    String userId = UserIds.require(Json.text(json, "userId"));
    return visiting
        .visit(Requests.itemId(json), List.of(new QueueVisit(userId, QueueVisit.clickedAt(json))))
        .map(answers -> answers.get(0).toJson());
  }

  private Future<Buffer> visitAll(QueueBatch batch, Visiting visiting) {
    if (batch.timeLeftMillis() <= 0) {
      return Future.failedFuture(
          new SeckillException(Outcome.DEGRADED, "the batch came too late; nothing was done"));
    }
    return visiting.visit(batch.itemId(), batch.visits()).map(QueueReply::toBuffer);
  }

  private Future<JsonObject> leave(JsonObject json) {
    String userId = UserIds.require(Json.text(json, "userId"));
    Future<Long> left =
        Boolean.TRUE.equals(json.getValue(EVERYWHERE))
            ? rooms.find().compose(items -> leaveAll(items, userId))
            : leaveAll(List.of(Requests.itemId(json)), userId);
    return left.map(count -> new JsonObject().put("left", count));
  }

  private Future<Long> leaveAll(List<Long> itemIds, String userId) {
    return Future.all(itemIds.stream().map(itemId -> store.leave(itemId, userId)).toList())
        .map(done -> done.<Boolean>list().stream().filter(left -> left).count());
  }
}
