package seckill.sale.gate;

import io.vertx.core.Future;
import io.vertx.redis.client.Command;
import io.vertx.redis.client.Request;
import io.vertx.redis.client.Response;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import seckill.contract.BlacklistKey;
import seckill.contract.Outcome;
import seckill.contract.SeckillException;
import seckill.runtime.RedisLink;

/** Keeps the blacklist in Redis. */
final class BlacklistStore {
  /** Where a walk through the list begins and ends. */
  static final String START = "0";

  private static final String VERSION = "version";

  private final RedisLink redis;
  private final int maxEntries;

  /**
   * A change that was made.
   *
   * @param old what stood there; {@code null} if nothing
   * @param before version that it was made to
   * @param version of the list since
   */
  record Change(BlacklistEntry old, long before, long version) {}

  /**
   * A part of the list.
   *
   * @param entries that count now
   * @param cursor where to go on; {@link #START} at the end
   */
  record Page(List<BlacklistEntry> entries, String cursor) {}

  BlacklistStore(RedisLink redis, int maxEntries) {
    this.redis = redis;
    this.maxEntries = maxEntries;
  }

  /** Puts an entry on the list, in the place of an older one; fails with CONFLICT if it is full. */
  Future<Change> put(BlacklistEntry entry) {
    return change(entry.key(), entry.stored().encode());
  }

  /** Takes an entry off the list; fails with NOT_FOUND if it is not there. */
  Future<Change> remove(BlacklistKey key) {
    return change(key, "");
  }

  private Future<Change> change(BlacklistKey key, String value) {
    return redis
        .eval(
            BlacklistScript.CHANGE.lua(),
            keys(),
            List.of(key.field(), value, Integer.toString(maxEntries)))
        .map(reply -> read(key, reply));
  }

  private Change read(BlacklistKey key, Response reply) {
    return switch (reply.get(0).toString()) {
      case "ABSENT" ->
          throw new SeckillException(Outcome.NOT_FOUND, "this is not on the blacklist");
      case "FULL" ->
          throw new SeckillException(
              Outcome.CONFLICT, "the blacklist is full with " + maxEntries + " entries");
      default -> {
        String old = reply.get(1).toString();
        yield new Change(
            old.isEmpty() ? null : BlacklistEntry.read(key.field(), old),
            number(reply.get(2)),
            number(reply.get(3)));
      }
    };
  }

  private List<String> keys() {
    return List.of(redis.keys().blacklist());
  }

  /** The version of the list; 0 if there never was an entry. */
  Future<Long> version() {
    return redis
        .send(Request.cmd(Command.HGET).arg(redis.keys().blacklist()).arg(VERSION))
        .map(reply -> reply == null ? 0 : number(reply));
  }

  private static long number(Response reply) {
    return reply.toString().matches("[0-9]{1,18}") ? reply.toLong() : 0;
  }

  /**
   * One page; an entry that is there all the time shows up on at least one page.
   *
   * @param count entries wanted, about
   */
  Future<Page> page(String cursor, int count, Instant now) {
    return redis
        .send(
            Request.cmd(Command.HSCAN)
                .arg(redis.keys().blacklist())
                .arg(cursor)
                .arg("COUNT")
                .arg(count))
        .map(reply -> page(reply, now));
  }

  private Page page(Response reply, Instant now) {
    List<BlacklistEntry> entries = new ArrayList<>();
    List<String> over = new ArrayList<>();
    Response fields = reply.get(1);
    for (int i = 0; i < fields.size(); i += 2) {
      String field = fields.get(i).toString();
      String stored = fields.get(i + 1).toString();
      BlacklistEntry entry = BlacklistEntry.read(field, stored);
      if (entry != null && entry.isOver(now)) {
        over.add(field);
        over.add(stored);
      } else if (entry != null) {
        entries.add(entry);
      }
    }
    if (!over.isEmpty()) {
      // Nobody waits for it: what is over is left out anyway, and found again at the next walk.
      redis.eval(BlacklistScript.PRUNE.lua(), keys(), over);
    }
    return new Page(entries, reply.get(0).toString());
  }
}
