package seckill.order;

import io.vertx.core.Future;
import io.vertx.redis.client.Command;
import io.vertx.redis.client.Request;
import io.vertx.redis.client.Response;
import io.vertx.redis.client.impl.types.ErrorType;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import seckill.contract.ItemIds;
import seckill.contract.ItemKeys;
import seckill.contract.RedisKeys;
import seckill.contract.SeckillException;
import seckill.runtime.LuaScript;
import seckill.runtime.RedisLink;

/** The commands on orders streams, as one consumer of their group. */
final class OrderStreams {
  private static final Logger LOG = LoggerFactory.getLogger(OrderStreams.class);

  /** The cursor of XAUTOCLAIM before the first page and after the last. */
  static final String START = "0-0";

  private static final LuaScript DEAD = LuaScript.load(OrderStreams.class, "dead.lua");
  private static final LuaScript TRIM = LuaScript.load(OrderStreams.class, "trim.lua");
  private static final LuaScript FORGET = LuaScript.load(OrderStreams.class, "forget.lua");
  private static final String NEW_ENTRIES = ">";

  // Item ids start at 1, so this one has no keys.
  private static final long NO_ITEM = 0;
  private static final String UNKNOWN_FIRST_COPY = "1";
  private static final String NO_COPY = "0";

  private final RedisLink commands;
  private final RedisLink blocking;
  private final String consumer;
  private final Set<String> unreadable = new HashSet<>();

  /**
   * @param commands a link for everything that answers at once
   * @param blocking a link of its own for reads that wait
   * @param consumer the name in the group
   */
  OrderStreams(RedisLink commands, RedisLink blocking, String consumer) {
    this.commands = commands;
    this.blocking = blocking;
    this.consumer = consumer;
  }

  /**
   * One page of a claim.
   *
   * @param entries taken over
   * @param cursor where the next page begins, {@link #START} after the last
   * @param deleted ids of entries that were owed and are no longer in the stream
   */
  record Claim(List<StreamEntry> entries, String cursor, List<String> deleted) {}

  /** The keys of this shop. */
  RedisKeys keys() {
    return commands.keys();
  }

  /** The ids of all live items; one that cannot be is left out, and logged once. */
  Future<Set<Long>> liveItems() {
    return commands
        .send(Request.cmd(Command.SMEMBERS).arg(keys().liveItems()))
        .map(
            members -> {
              Set<Long> ids = new LinkedHashSet<>();
              members.forEach(member -> add(member.toString(), ids));
              return ids;
            });
  }

  private void add(String member, Set<Long> ids) {
    try {
      ids.add(ItemIds.parse(member));
    } catch (SeckillException e) {
      if (unreadable.add(member)) {
        LOG.warn("the list of live items names an item that cannot be: {}", e.getMessage());
      }
    }
  }

  /** Creates the group if it is not there; it starts before the first entry. */
  Future<Void> ensureGroup(ItemKeys keys) {
    return commands
        .send(
            Request.cmd(Command.XGROUP)
                .arg("CREATE")
                .arg(keys.orders())
                .arg(RedisKeys.ORDER_GROUP)
                .arg("0")
                .arg("MKSTREAM"))
        .<Void>mapEmpty()
        .recover(
            cause ->
                cause instanceof ErrorType error && error.is("BUSYGROUP")
                    ? Future.succeededFuture()
                    : Future.failedFuture(cause));
  }

  /** One page of what this consumer got and did not acknowledge, after an id. */
  Future<List<StreamEntry>> readPending(ItemKeys keys, String after, int count) {
    return commands
        .send(groupRead(count).arg("STREAMS").arg(keys.orders()).arg(after))
        .map(reply -> reply == null ? List.of() : StreamEntry.listOf(reply.get(0).get(1)));
  }

  /**
   * Entries that nobody got yet, by stream key.
   *
   * @param count of each stream
   * @param blockMillis how long to wait for the first, 0 for not at all
   */
  Future<Map<String, List<StreamEntry>>> readNew(
      Collection<String> streams, int count, long blockMillis) {
    Request request = groupRead(count);
    if (blockMillis > 0) {
      request.arg("BLOCK").arg(blockMillis);
    }
    request.arg("STREAMS");
    streams.forEach(request::arg);
    streams.forEach(stream -> request.arg(NEW_ENTRIES));
    return blocking.send(request).map(OrderStreams::byStream);
  }

  private Request groupRead(int count) {
    return Request.cmd(Command.XREADGROUP)
        .arg("GROUP")
        .arg(RedisKeys.ORDER_GROUP)
        .arg(consumer)
        .arg("COUNT")
        .arg(count);
  }

  // A wait that ends without entries is answered with null.
  private static Map<String, List<StreamEntry>> byStream(Response reply) {
    Map<String, List<StreamEntry>> entries = new LinkedHashMap<>();
    if (reply != null) {
      for (Response stream : reply) {
        entries.put(stream.get(0).toString(), StreamEntry.listOf(stream.get(1)));
      }
    }
    return entries;
  }

  /** Takes over one page of entries that their consumers have neglected. */
  Future<Claim> claim(ItemKeys keys, long idleMillis, String cursor, int count) {
    return commands
        .send(
            Request.cmd(Command.XAUTOCLAIM)
                .arg(keys.orders())
                .arg(RedisKeys.ORDER_GROUP)
                .arg(consumer)
                .arg(idleMillis)
                .arg(cursor)
                .arg("COUNT")
                .arg(count))
        .map(
            reply ->
                new Claim(
                    StreamEntry.listOf(reply.get(1)),
                    reply.get(0).toString(),
                    // Redis 7 says so and forgets them; Redis 6 has no third part.
                    reply.size() > 2
                        ? reply.get(2).stream().map(Response::toString).toList()
                        : List.of()));
  }

  /** Removes the names of consumers that owe nothing and were silent for so long. */
  Future<Integer> forgetIdle(ItemKeys keys, long silentMillis) {
    return commands
        .eval(
            FORGET,
            List.of(keys.orders()),
            List.of(RedisKeys.ORDER_GROUP, consumer, Long.toString(silentMillis)))
        .map(Response::toInteger);
  }

  /**
   * Removes settled entries.
   *
   * @param keepMillis how long they stay
   * @param limit about how many are removed at most
   * @return how many were removed
   */
  Future<Integer> trim(ItemKeys keys, long keepMillis, int limit) {
    return commands
        .eval(
            TRIM,
            List.of(keys.orders()),
            List.of(RedisKeys.ORDER_GROUP, Long.toString(keepMillis), Integer.toString(limit)))
        .map(Response::toInteger);
  }

  /** Acknowledges entries. */
  Future<Integer> acknowledge(ItemKeys keys, List<String> ids) {
    if (ids.isEmpty()) {
      return Future.succeededFuture(0);
    }
    Request request = Request.cmd(Command.XACK).arg(keys.orders()).arg(RedisKeys.ORDER_GROUP);
    ids.forEach(request::arg);
    return commands.send(request).map(Response::toInteger);
  }

  /**
   * Copies dead letters to the dead stream and acknowledges their originals.
   *
   * @param triedBefore whether an earlier try may have left copies
   * @return how many copies were added
   */
  Future<Integer> bury(ItemKeys keys, List<DeadLetter> letters, boolean triedBefore) {
    List<String> arguments = new ArrayList<>();
    arguments.add(RedisKeys.ORDER_GROUP);
    for (DeadLetter letter : letters) {
      arguments.add(letter.id());
      arguments.add(letter.reason());
      arguments.add(triedBefore ? UNKNOWN_FIRST_COPY : NO_COPY);
    }
    return commands
        .eval(DEAD, List.of(keys.orders(), keys.dead()), arguments)
        .map(Response::toInteger);
  }

  /** Succeeds if scripts can be run now; changes nothing. */
  Future<Void> probe() {
    return bury(keys().of(NO_ITEM), List.of(), false).mapEmpty();
  }

  /** How often an entry was delivered; 1 if Redis does not know any more. */
  Future<Integer> deliveries(ItemKeys keys, String id) {
    return commands
        .send(
            Request.cmd(Command.XPENDING)
                .arg(keys.orders())
                .arg(RedisKeys.ORDER_GROUP)
                .arg(id)
                .arg(id)
                .arg(1))
        .map(reply -> reply.size() == 0 ? 1 : reply.get(0).get(3).toInteger());
  }

  /** What Redis tells about the stream's group, by name; empty if there is no group. */
  Future<Map<String, String>> groupFacts(ItemKeys keys) {
    return commands
        .send(Request.cmd(Command.XINFO).arg("GROUPS").arg(keys.orders()))
        .map(
            groups -> {
              for (Response group : groups) {
                Map<String, String> facts = new LinkedHashMap<>();
                for (int i = 0; i + 1 < group.size(); i += 2) {
                  Response value = group.get(i + 1);
                  facts.put(group.get(i).toString(), value == null ? null : value.toString());
                }
                if (RedisKeys.ORDER_GROUP.equals(facts.get("name"))) {
                  return facts;
                }
              }
              return Map.<String, String>of();
            });
  }

  /** The ids of the first entries after one. */
  Future<List<String>> idsAfter(ItemKeys keys, String after, int count) {
    return commands
        .send(
            Request.cmd(Command.XRANGE)
                .arg(keys.orders())
                .arg('(' + after)
                .arg("+")
                .arg("COUNT")
                .arg(count))
        .map(entries -> StreamEntry.listOf(entries).stream().map(StreamEntry::id).toList());
  }

  /** The id of the oldest pending entry, or {@code null}. */
  Future<String> oldestPending(ItemKeys keys) {
    return commands
        .send(Request.cmd(Command.XPENDING).arg(keys.orders()).arg(RedisKeys.ORDER_GROUP))
        .map(summary -> summary.get(1) == null ? null : summary.get(1).toString());
  }

  /** The first order id a user got for an item with what follows it, or {@code null}. */
  Future<String> receipt(ItemKeys keys, String userId) {
    return commands
        .send(Request.cmd(Command.HGET).arg(keys.receipts()).arg(userId))
        .map(reply -> reply == null ? null : reply.toString());
  }
}
