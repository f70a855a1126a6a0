package seckill.sale;

import io.vertx.core.Future;
import io.vertx.redis.client.Command;
import io.vertx.redis.client.Request;
import io.vertx.redis.client.Response;
import java.util.ArrayList;
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

/**
 * Tells Redis what operators change of items that are on sale: their status, their gate, and the
 * switch for all of them.
 */
public final class ItemControlStore {
  private static final Logger LOG = LoggerFactory.getLogger(ItemControlStore.class);
  private static final String NONE = "";
  private static final String OF_ITEM = "";
  private static final String OF_ALL = "all_";

  private final RedisLink redis;

  ItemControlStore(RedisLink redis) {
    this.redis = redis;
  }

  /** What came of telling; the words of the script. */
  enum Word {
    /** The item is not in Redis, or nothing was to be told. */
    ABSENT,
    /** It was so already. */
    SAME,
    CHANGED,
    /** Redis holds what a later revision says. */
    OLDER,
    /** Redis holds a pause that MySQL does not know. */
    UNSTORED
  }

  /**
   * What came of telling one thing.
   *
   * @param revision that Redis holds; of an {@link Word#UNSTORED} pause, which MySQL had at least
   */
  record Told(Word word, long revision) {
    /** Whether Redis holds something else than what it was told. */
    boolean isRefused() {
      return word == Word.OLDER || word == Word.UNSTORED;
    }
  }

  /** What came of telling an item and the switch. */
  record Answer(Told item, Told all) {
    boolean isAbsent() {
      return item.word() == Word.ABSENT && all.word() == Word.ABSENT;
    }

    boolean isRefused() {
      return item.isRefused() || all.isRefused();
    }
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

  /** Tells everything. */
  Future<Answer> tell(SaleItem item, SaleSwitch all) {
    List<String> arguments = arguments(item.revision(), all);
    addStatus(arguments, item.status());
    arguments.addAll(of(item.spec().gate()));
    return tell(item.itemId(), arguments);
  }

  /** Tells an item and not the switch. */
  Future<Answer> tell(SaleItem item) {
    return tell(item, null);
  }

  /** Tells whether an item, and all of them, are open. */
  Future<Answer> tellStatus(long itemId, String status, long revision, SaleSwitch all) {
    List<String> arguments = arguments(revision, all);
    addStatus(arguments, status);
    return tell(itemId, arguments);
  }

  /** Tells an item the switch. */
  Future<Answer> tellSwitch(long itemId, SaleSwitch all) {
    return tell(itemId, List.of(NONE, Long.toString(all.revision()), all.status()));
  }

  private static List<String> arguments(long revision, SaleSwitch all) {
    List<String> arguments = new ArrayList<>();
    arguments.add(Long.toString(revision));
    arguments.add(all == null ? NONE : Long.toString(all.revision()));
    arguments.add(all == null ? NONE : all.status());
    return arguments;
  }

  private static void addStatus(List<String> arguments, String status) {
    arguments.add(RedisKeys.ITEM_STATUS);
    arguments.add(status);
  }

  private Future<Answer> tell(long itemId, List<String> arguments) {
    return eval(SaleScript.CONTROLS, itemId, arguments)
        .map(reply -> new Answer(told(reply, 0), told(reply, 2)));
  }

  private static Told told(Response reply, int at) {
    return new Told(Word.valueOf(reply.get(at).toString()), reply.get(at + 1).toLong());
  }

  /**
   * Pauses an item while MySQL is away, which is to be told as soon as it is back.
   *
   * @param revision of the item in MySQL, as far as it is known
   * @return whether the item is in Redis
   */
  Future<Boolean> pauseUnstored(long itemId, long revision) {
    return pauseUnstored(itemId, OF_ITEM, revision);
  }

  /** Pauses an item as one of all, while MySQL is away; as {@link #pauseUnstored} does. */
  Future<Boolean> pauseAllUnstored(long itemId, long revision) {
    return pauseUnstored(itemId, OF_ALL, revision);
  }

  private Future<Boolean> pauseUnstored(long itemId, String what, long revision) {
    return eval(SaleScript.PAUSE_UNSTORED, itemId, List.of(what, Long.toString(revision)))
        .map(reply -> reply.toInteger() == 1);
  }

  private Future<Response> eval(SaleScript script, long itemId, List<String> arguments) {
    return redis.eval(script.lua(), script.keys(redis.keys().of(itemId)), arguments);
  }

  /** The ids of all items that are live, by the list that consumers go by. */
  Future<Set<Long>> live(int pageSize) {
    return live("0", pageSize, new HashSet<>());
  }

  private Future<Set<Long>> live(String cursor, int pageSize, Set<Long> found) {
    return redis
        .send(
            Request.cmd(Command.SSCAN)
                .arg(redis.keys().liveItems())
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
