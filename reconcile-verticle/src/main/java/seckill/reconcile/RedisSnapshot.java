package seckill.reconcile;

import io.vertx.redis.client.Response;
import java.util.List;
import java.util.stream.Stream;
import seckill.contract.Outcome;
import seckill.contract.SeckillException;
import seckill.contract.Texts;

/**
 * What Redis says of an item at one instant.
 *
 * @param present whether the item's state stands in Redis
 * @param stock units left
 * @param users users who hold a unit
 * @param accepted purchases ever accepted
 * @param length entries of the orders stream
 * @param lastId the newest id of the orders stream
 * @param delivered the newest id that a consumer has read
 * @param pending messages read and not acknowledged
 * @param lag messages not read, or -1 if Redis cannot tell
 * @param dead entries of the dead stream
 * @param expireAt when the state may go, in epoch milliseconds, or 0
 * @param endAt when the sale ends, in epoch milliseconds, or 0
 * @param epoch of the state, or 0
 * @param total units ever for sale as Redis knows it, or 0
 * @param now the clock of Redis, in epoch milliseconds
 * @param missing names of keys without which the item cannot be sold; empty if there are all
 * @param expired whether the time of item and stock is over by what still stands of the item
 */
record RedisSnapshot(
    boolean present,
    long stock,
    long users,
    long accepted,
    long length,
    String lastId,
    String delivered,
    long pending,
    long lag,
    long dead,
    long expireAt,
    long endAt,
    long epoch,
    long total,
    long now,
    String missing,
    boolean expired) {
  private static final String ORDERS = "orders";

  /**
   * Reads the reply of {@code snapshot.lua}.
   *
   * @throws SeckillException DEGRADED if a number in Redis is none
   */
  static RedisSnapshot of(Response reply) {
    return new RedisSnapshot(
        reply.get(0).toInteger() == 1,
        number("stock", reply.get(1)),
        reply.get(2).toLong(),
        number("accepted", reply.get(3)),
        reply.get(4).toLong(),
        reply.get(5).toString(),
        reply.get(6).toString(),
        reply.get(7).toLong(),
        reply.get(8).toLong(),
        reply.get(9).toLong(),
        number("expire_at", reply.get(10)),
        number("end_at", reply.get(11)),
        number("epoch", reply.get(12)),
        number("total", reply.get(13)),
        reply.get(14).toLong(),
        reply.get(15).toString(),
        reply.get(16).toInteger() == 1);
  }

  /** The missing keys without which no unit can be given back. */
  List<String> missingForReturns() {
    return missing.isEmpty()
        ? List.of()
        : Stream.of(missing.split(", ")).filter(key -> !key.equals(ORDERS)).toList();
  }

  private static long number(String name, Response text) {
    try {
      return text == null ? 0 : Long.parseLong(text.toString());
    } catch (NumberFormatException e) {
      throw new SeckillException(
          Outcome.DEGRADED,
          "the item's " + name + " in Redis is no number: " + Texts.quote(text.toString()));
    }
  }

  /**
   * Whether nothing happened in Redis between two snapshots. Counts that could go up and down meet
   * only if the ids between them, which never go back, are the same too.
   */
  boolean sameMoment(RedisSnapshot other) {
    return at(0).equals(other.at(0));
  }

  private RedisSnapshot at(long time) {
    return new RedisSnapshot(
        present, stock, users, accepted, length, lastId, delivered, pending, lag, dead, expireAt,
        endAt, epoch, total, time, missing, expired);
  }

  /** Whether a message is unread or unacknowledged. */
  boolean inFlight() {
    return pending > 0 || lag != 0;
  }
}
