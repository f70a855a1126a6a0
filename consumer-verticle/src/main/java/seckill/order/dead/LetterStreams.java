package seckill.order.dead;

import io.vertx.core.Future;
import io.vertx.redis.client.Command;
import io.vertx.redis.client.Request;
import io.vertx.redis.client.Response;
import io.vertx.redis.client.impl.types.ErrorType;
import java.util.ArrayList;
import java.util.List;
import seckill.contract.ItemKeys;
import seckill.contract.RedisKeys;
import seckill.runtime.RedisLink;

/** The copies of dead letters in Redis, and the way back into the orders stream. */
final class LetterStreams {
  private static final String FIRST = "0-0";
  private static final String LAST = "+";
  private static final String NONE = "";
  private static final String STREAM_ID = "stream_id";

  private final RedisLink redis;
  private final int pageSize;

  /**
   * @param pageSize copies that are read at a time
   */
  LetterStreams(RedisLink redis, int pageSize) {
    this.redis = redis;
    this.pageSize = pageSize;
  }

  /** What a script said. */
  enum Answer {
    /** The message stands in the orders stream again, and its copy is gone. */
    MOVED,
    /** The copy is gone. */
    REMOVED,
    /** There is no copy, and nothing to put in its place was given. */
    ABSENT,
    /** The message is being stored as a dead letter: nothing was done. */
    PENDING,
    /** The item is being built anew: nothing was done. */
    LOADING,
    /** The item has no orders stream: nothing was done. */
    GONE
  }

  /**
   * What came of a replay.
   *
   * @param streamId of the message in the orders stream from now on; {@code null} if nothing was
   *     done
   */
  record Replayed(Answer answer, String streamId) {
    private static Replayed read(String reply) {
      int end = reply.indexOf(' ');
      return end < 0
          ? new Replayed(Answer.valueOf(reply), null)
          : new Replayed(Answer.valueOf(reply.substring(0, end)), reply.substring(end + 1));
    }
  }

  /** Whether the message is still to be settled by a consumer. */
  Future<Boolean> isPending(Letter letter) {
    return redis
        .send(
            Request.cmd(Command.XPENDING)
                .arg(redis.keys().of(letter.itemId()).orders())
                .arg(RedisKeys.ORDER_GROUP)
                .arg(letter.streamId())
                .arg(letter.streamId())
                .arg(1))
        .map(reply -> reply.size() > 0)
        .recover(
            cause ->
                cause instanceof ErrorType error && error.is("NOGROUP")
                    ? Future.succeededFuture(false)
                    : Future.failedFuture(cause));
  }

  /**
   * Puts a message into the orders stream again and takes its copy away, at once.
   *
   * @param instead the message where there is no copy; empty if it must not be made up
   */
  Future<Replayed> replay(Letter letter, List<String> instead) {
    ItemKeys keys = redis.keys().of(letter.itemId());
    return run(
            LetterScript.REPLAY, letter, List.of(keys.orders(), keys.dead(), keys.item()), instead)
        .map(Replayed::read);
  }

  /** Takes a copy away, and the message itself, so that it is never delivered again. */
  Future<Answer> discard(Letter letter) {
    ItemKeys keys = redis.keys().of(letter.itemId());
    return run(LetterScript.DISCARD, letter, List.of(keys.orders(), keys.dead()), List.of())
        .map(Answer::valueOf);
  }

  private Future<String> run(
      LetterScript script, Letter letter, List<String> keys, List<String> more) {
    return copyOf(letter)
        .compose(
            copy -> {
              List<String> arguments = new ArrayList<>();
              arguments.add(RedisKeys.ORDER_GROUP);
              arguments.add(letter.streamId());
              arguments.add(copy);
              arguments.addAll(more);
              return redis.eval(script.script(), keys, arguments);
            })
        .map(Response::toString);
  }

  // A copy is added after its message, so the later part of the stream nearly always has it. The
  // clocks of two stores may differ: the rest is looked through before it is called absent.
  private Future<String> copyOf(Letter letter) {
    String dead = redis.keys().of(letter.itemId()).dead();
    return search(dead, letter.streamId(), letter.streamId(), LAST)
        .compose(
            found ->
                found.equals(NONE)
                    ? search(dead, letter.streamId(), FIRST, letter.streamId())
                    : Future.succeededFuture(found));
  }

  private Future<String> search(String dead, String streamId, String after, String last) {
    return redis
        .send(
            Request.cmd(Command.XRANGE)
                .arg(dead)
                .arg(after.equals(FIRST) ? FIRST : "(" + after)
                .arg(last)
                .arg("COUNT")
                .arg(pageSize))
        .compose(
            page -> {
              for (Response copy : page) {
                if (streamId.equals(originOf(copy.get(1)))) {
                  return Future.succeededFuture(copy.get(0).toString());
                }
              }
              return page.size() < pageSize
                  ? Future.succeededFuture(NONE)
                  : search(dead, streamId, page.get(page.size() - 1).get(0).toString(), last);
            });
  }

  // The last field of that name is the one that the pen added.
  private static String originOf(Response parts) {
    for (int i = parts.size() - 2; i >= 0; i -= 2) {
      if (STREAM_ID.equals(parts.get(i).toString())) {
        return parts.get(i + 1).toString();
      }
    }
    return null;
  }
}
