package seckill.sale;

import io.vertx.core.Future;
import io.vertx.redis.client.Command;
import io.vertx.redis.client.Request;
import io.vertx.redis.client.Response;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import seckill.contract.ItemGate;
import seckill.contract.ItemIds;
import seckill.contract.RedisKeys;
import seckill.contract.SeckillException;
import seckill.runtime.RedisLink;

/** Changes what the purchase script reads of items that are in Redis, while they sell. */
public final class ItemFields {
  private static final Logger LOG = LoggerFactory.getLogger(ItemFields.class);
  private static final String NONE = "";

  private final RedisLink redis;

  ItemFields(RedisLink redis) {
    this.redis = redis;
  }

  /** What came of setting fields of an item; in the order of the script's replies. */
  enum Written {
    /** The item is not in Redis. */
    ABSENT,
    /** It was so already. */
    SAME,
    CHANGED
  }

  /** The fields that stand for a gate, each followed by its value; no value is the empty text. */
  public static List<String> of(ItemGate gate) {
    ItemGate.Reservation reservation = gate.reservation();
    return List.of(
        RedisKeys.ITEM_WAITING_ROOM,
        gate.waitingRoom() ? "1" : "0",
        RedisKeys.ITEM_CHALLENGE,
        gate.challenge().name(),
        RedisKeys.ITEM_RESERVED_ONLY,
        reservation == null ? "0" : "1",
        RedisKeys.ITEM_RESERVE_FROM,
        reservation == null ? NONE : Long.toString(reservation.from().toEpochMilli()),
        RedisKeys.ITEM_RESERVE_UNTIL,
        reservation == null ? NONE : Long.toString(reservation.until().toEpochMilli()));
  }

  /** Sets what stands before an item. */
  Future<Written> setGate(long itemId, ItemGate gate) {
    return set(itemId, of(gate));
  }

  /**
   * Opens or closes an item.
   *
   * @param field {@link RedisKeys#ITEM_STATUS}, or {@link RedisKeys#ITEM_ALL_STATUS}
   */
  Future<Written> setStatus(long itemId, String field, String status) {
    return set(itemId, List.of(field, status));
  }

  private Future<Written> set(long itemId, List<String> fields) {
    SaleScript script = SaleScript.FIELDS;
    return redis
        .eval(script.lua(), script.keys(RedisKeys.of(itemId)), fields)
        .map(reply -> Written.values()[reply.toInteger()]);
  }

  /** The ids of all items that are live, by the list that consumers go by. */
  Future<Set<Long>> live(int pageSize) {
    return live("0", pageSize, new HashSet<>());
  }

  private Future<Set<Long>> live(String cursor, int pageSize, Set<Long> found) {
    return redis
        .send(
            Request.cmd(Command.SSCAN)
                .arg(RedisKeys.LIVE_ITEMS)
                .arg(cursor)
                .arg("COUNT")
                .arg(pageSize))
        .compose(
            page -> {
              page.get(1).forEach(member -> add(found, member));
              String next = page.get(0).toString();
              return next.equals("0") ? Future.succeededFuture(found) : live(next, pageSize, found);
            });
  }

  private static void add(Set<Long> found, Response member) {
    try {
      found.add(ItemIds.parse(member.toString()));
    } catch (SeckillException e) {
      LOG.warn("on the list of live items: {}", e.getMessage());
    }
  }
}
