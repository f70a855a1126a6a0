package seckill.reconcile;

import io.vertx.core.Future;
import java.util.List;
import java.util.function.Function;

/**
 * Goes through the messages of an item page by page, within one run.
 *
 * <p>A walk ends at what a snapshot saw last, or it would never catch up with a rush.
 */
final class MessageWalk {
  private static final String STREAM_START = "0-0";
  private static final String STREAM_END = "+";
  private static final String TABLE_START = "0";

  private final RedisBooks redis;
  private final SqlBooks sql;
  private final Run run;

  MessageWalk(RedisBooks redis, SqlBooks sql, Run run) {
    this.redis = redis;
    this.sql = sql;
    this.run = run;
  }

  /** The messages that were unread at the time of a snapshot. */
  Future<Void> undelivered(
      long itemId, RedisSnapshot snapshot, Function<List<StreamEntry>, Future<Void>> handler) {
    return pages(snapshot.delivered(), id -> redis.orders(itemId, id, snapshot.lastId()), handler);
  }

  /** The messages that were read by the time of a snapshot and are not acknowledged. */
  Future<Void> pending(
      long itemId, RedisSnapshot snapshot, Function<List<StreamEntry>, Future<Void>> handler) {
    return pages(STREAM_START, id -> redis.pending(itemId, id, snapshot.delivered()), handler);
  }

  /** The messages that are read and not acknowledged now. */
  Future<Void> owed(long itemId, Function<List<StreamEntry>, Future<Void>> handler) {
    return pages(STREAM_START, id -> redis.pending(itemId, id, STREAM_END), handler);
  }

  /** The dead messages, as both stores hold them; many come twice. */
  Future<Void> dead(long itemId, Function<List<StreamEntry>, Future<Void>> handler) {
    return deadCopies(itemId, handler).compose(done -> openLetters(itemId, handler));
  }

  /** The dead messages that Redis holds. */
  Future<Void> deadCopies(long itemId, Function<List<StreamEntry>, Future<Void>> handler) {
    return pages(STREAM_START, id -> redis.dead(itemId, id), handler);
  }

  /** The open dead letters that MySQL holds. */
  Future<Void> openLetters(long itemId, Function<List<StreamEntry>, Future<Void>> handler) {
    return pages(TABLE_START, number -> sql.letters().page(itemId, number), handler);
  }

  private Future<Void> pages(
      String start,
      Function<String, Future<List<StreamEntry>>> read,
      Function<List<StreamEntry>, Future<Void>> handler) {
    return run.walk(
        start,
        id ->
            read.apply(id)
                .compose(
                    page ->
                        page.isEmpty()
                            ? Future.succeededFuture()
                            : handler.apply(page).map(handled -> page.get(page.size() - 1).id())));
  }
}
