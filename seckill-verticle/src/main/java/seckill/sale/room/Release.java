package seckill.sale.room;

import io.vertx.redis.client.Response;
import seckill.contract.Outcome;

/**
 * What one call of the release script did.
 *
 * @param closed why nobody can be admitted, or {@code null} while the room is open
 * @param admitted users admitted
 * @param aside users passed over because they were not there
 * @param lost users whose places were lost
 * @param expired admissions that ended unused
 * @param waiting users who wait now
 * @param outstanding admissions valid now
 * @param more whether the next call has work at once
 */
record Release(
    Outcome closed,
    long admitted,
    long aside,
    long lost,
    long expired,
    long waiting,
    long outstanding,
    boolean more) {
  private static final int OPEN = 1;

  static Release read(Response reply) {
    int code = reply.get(0).toInteger();
    return new Release(
        code == OPEN ? null : Outcome.ofCode(code),
        reply.get(1).toLong(),
        reply.get(2).toLong(),
        reply.get(3).toLong(),
        reply.get(4).toLong(),
        reply.get(5).toLong(),
        reply.get(6).toLong(),
        reply.get(7).toInteger() == 1);
  }
}
