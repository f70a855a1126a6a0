package seckill.sale.room;

import io.vertx.core.Future;
import io.vertx.redis.client.Command;
import io.vertx.redis.client.Request;
import io.vertx.redis.client.Response;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongUnaryOperator;
import seckill.contract.ItemIds;
import seckill.contract.QueueAnswer;
import seckill.contract.QueueVisit;
import seckill.contract.RedisKeys;
import seckill.runtime.RedisLink;

/** The waiting rooms in Redis. */
final class RoomStore {
  private static final int ARGUMENTS_BEFORE = 6;
  private static final long MILLIS_PER_SECOND = 1000;

  private final RedisLink redis;
  private final LongUnaryOperator epochs;

  /**
   * @param epochs the epoch of an item in the books; 0 if not known
   */
  RoomStore(RedisLink redis, LongUnaryOperator epochs) {
    this.redis = redis;
    this.epochs = epochs;
  }

  /** Runs visits to one room; one answer each, in their order. */
  Future<List<QueueAnswer>> visit(
      long itemId, boolean joining, List<QueueVisit> visits, RoomSettings settings) {
    List<String> arguments = new ArrayList<>(ARGUMENTS_BEFORE + 2 * visits.size());
    arguments.add(joining ? "join" : "look");
    arguments.add(Long.toString(settings.graceMillis()));
    arguments.add(Long.toString(settings.freshMillis()));
    arguments.add(Long.toString(settings.opensBeforeMillis()));
    arguments.add(Long.toString(settings.clickCreditMillis()));
    arguments.add(Long.toString(settings.maxPlaces()));
    for (QueueVisit visit : visits) {
      arguments.add(visit.userId());
      arguments.add(Long.toString(visit.clickedAtMillis()));
    }
    return eval(RoomScript.VISIT, itemId, arguments)
        .map(reply -> VisitReply.read(reply, visits, new Forecast(settings)));
  }

  /** Admits as many people as the rate allows by now, in one bounded step. */
  Future<Release> release(long itemId, RoomSettings settings) {
    return eval(
            RoomScript.RELEASE,
            itemId,
            List.of(
                RedisKeys.ORDER_GROUP,
                Long.toString(settings.maxPerSecond()),
                Long.toString(settings.admitPercent()),
                Long.toString(settings.backlogLimit()),
                Long.toString(settings.admissionMillis()),
                Long.toString(settings.freshMillis()),
                Long.toString(settings.graceMillis()),
                Long.toString(settings.admitBeforeMillis()),
                Long.toString(settings.rememberMillis()),
                Long.toString(settings.chunk())))
        .map(Release::read);
  }

  /** Ends a user's place and admission; whether there was one. */
  Future<Boolean> leave(long itemId, String userId) {
    return eval(RoomScript.LEAVE, itemId, List.of(userId)).map(reply -> reply.toLong() > 0);
  }

  private Future<Response> eval(RoomScript script, long itemId, List<String> arguments) {
    List<String> all = new ArrayList<>(1 + arguments.size());
    all.add(Long.toString(epochs.applyAsLong(itemId)));
    all.addAll(arguments);
    return redis.eval(script.lua(), RoomScript.keys(redis.keys().of(itemId)), all);
  }

  /**
   * The live items that have a waiting room and whose sale is not over.
   *
   * @param lateMillis how long after its sale an item still counts, so that its room is cleared
   */
  Future<List<Long>> rooms(long lateMillis) {
    return redis
        .send(Request.cmd(Command.TIME))
        .map(time -> time.get(0).toLong() * MILLIS_PER_SECOND - lateMillis)
        .compose(
            since ->
                redis
                    .send(Request.cmd(Command.SMEMBERS).arg(redis.keys().liveItems()))
                    .compose(ids -> rooms(ids, since)));
  }

  // One after the other: there is time, and buyers share the connection.
  private Future<List<Long>> rooms(Response ids, long since) {
    List<Long> found = new ArrayList<>();
    Future<Void> chain = Future.succeededFuture();
    for (Response id : ids) {
      long itemId = ItemIds.parse(id.toString());
      chain =
          chain
              .compose(asked -> redis.send(gate(itemId)))
              .map(
                  fields -> {
                    if (isRoom(fields, since)) {
                      found.add(itemId);
                    }
                    return null;
                  });
    }
    return chain.map(found);
  }

  private Request gate(long itemId) {
    return Request.cmd(Command.HMGET)
        .arg(redis.keys().of(itemId).item())
        .arg(RedisKeys.ITEM_WAITING_ROOM)
        .arg(RedisKeys.ITEM_END_AT);
  }

  private static boolean isRoom(Response fields, long since) {
    Response room = fields.get(0);
    Response endAt = fields.get(1);
    return room != null
        && "1".equals(room.toString())
        && endAt != null
        && endAt.toString().matches("[0-9]{1,15}")
        && endAt.toLong() > since;
  }
}
