package seckill.reconcile;

import io.vertx.core.Future;
import io.vertx.redis.client.Command;
import io.vertx.redis.client.Request;
import io.vertx.redis.client.Response;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import seckill.contract.ItemKeys;
import seckill.contract.OrderIds;
import seckill.contract.RedisKeys;
import seckill.runtime.LuaScript;
import seckill.runtime.RedisLink;

/** Redis as the auditor reads it: one snapshot, or one page of bounded size at a time. */
final class RedisBooks {
  /** The cursor that starts and ends a scan. */
  static final String SCAN_EDGE = "0";

  private static final LuaScript SNAPSHOT = LuaScript.load(RedisBooks.class, "snapshot.lua");
  private static final LuaScript PENDING = LuaScript.load(RedisBooks.class, "pending.lua");
  private static final LuaScript RETIRE = LuaScript.load(RedisBooks.class, "retire.lua");

  private final RedisLink redis;
  private final int pageSize;

  RedisBooks(RedisLink redis, int pageSize) {
    this.redis = redis;
    this.pageSize = pageSize;
  }

  /** A page of a scan, and the cursor of the next one. */
  record ScanPage(String cursor, List<String> members) {
    boolean isLast() {
      return cursor.equals(SCAN_EDGE);
    }
  }

  /** The numbers of an item at one instant. */
  Future<RedisSnapshot> snapshot(long itemId) {
    return redis
        .eval(SNAPSHOT, readKeys(itemId), List.of(RedisKeys.ORDER_GROUP))
        .map(RedisSnapshot::of);
  }

  private List<String> readKeys(long itemId) {
    List<String> keys = new ArrayList<>(allKeys(itemId));
    keys.add(redis.keys().of(itemId).receipts());
    return keys;
  }

  private List<String> allKeys(long itemId) {
    ItemKeys keys = redis.keys().of(itemId);
    return List.of(keys.item(), keys.stock(), keys.users(), keys.orders(), keys.dead());
  }

  /** One page of the users who hold a unit; a user may come twice. */
  Future<ScanPage> users(long itemId, String cursor) {
    return scan(redis.keys().of(itemId).users(), cursor);
  }

  /** One page of the ids of all live items. */
  Future<ScanPage> liveItems(String cursor) {
    return scan(redis.keys().liveItems(), cursor);
  }

  private Future<ScanPage> scan(String key, String cursor) {
    return redis
        .send(Request.cmd(Command.SSCAN).arg(key).arg(cursor).arg("COUNT").arg(pageSize))
        .map(reply -> new ScanPage(reply.get(0).toString(), texts(reply.get(1))));
  }

  /** The first order id of each of these users, where there is a receipt. */
  Future<Map<String, String>> receipts(long itemId, List<String> users) {
    if (users.isEmpty()) {
      return Future.succeededFuture(Map.of());
    }
    Request request = Request.cmd(Command.HMGET).arg(redis.keys().of(itemId).receipts());
    users.forEach(request::arg);
    return redis.send(request).map(reply -> orderIds(users, reply));
  }

  private static Map<String, String> orderIds(List<String> users, Response reply) {
    Map<String, String> orders = new HashMap<>();
    for (int i = 0; i < users.size(); i++) {
      if (reply.get(i) != null) {
        orders.put(users.get(i), OrderIds.ofReceipt(reply.get(i).toString()));
      }
    }
    return orders;
  }

  /** Those of these orders that gave their unit back, as far as Redis remembers. */
  Future<Set<String>> returnedAmong(long itemId, Collection<String> orderIds) {
    return among(
        orderIds,
        Request.cmd(Command.HMGET).arg(redis.keys().of(itemId).returned()),
        Objects::nonNull);
  }

  /** Those of these users who hold a unit. */
  Future<Set<String>> holders(long itemId, Collection<String> users) {
    return among(
        users,
        Request.cmd(Command.SMISMEMBER).arg(redis.keys().of(itemId).users()),
        held -> held.toInteger() == 1);
  }

  private Future<Set<String>> among(
      Collection<String> texts, Request question, Predicate<Response> yes) {
    if (texts.isEmpty()) {
      return Future.succeededFuture(Set.of());
    }
    List<String> asked = List.copyOf(texts);
    asked.forEach(question::arg);
    return redis
        .send(question)
        .map(
            reply ->
                IntStream.range(0, asked.size())
                    .filter(i -> yes.test(reply.get(i)))
                    .mapToObj(asked::get)
                    .collect(Collectors.toSet()));
  }

  /** One page of messages that stand in the orders stream after {@code id} and up to another. */
  Future<List<StreamEntry>> orders(long itemId, String afterId, String lastId) {
    return range(redis.keys().of(itemId).orders(), afterId, lastId);
  }

  /** One page of the dead messages after {@code id}. */
  Future<List<StreamEntry>> dead(long itemId, String afterId) {
    return range(redis.keys().of(itemId).dead(), afterId, "+");
  }

  private Future<List<StreamEntry>> range(String key, String afterId, String lastId) {
    return redis
        .send(
            Request.cmd(Command.XRANGE)
                .arg(key)
                .arg("(" + afterId)
                .arg(lastId)
                .arg("COUNT")
                .arg(pageSize))
        .map(reply -> reply.stream().map(StreamEntry::ofEntry).toList());
  }

  /** One page of the messages after {@code id} that were read and not acknowledged. */
  Future<List<StreamEntry>> pending(long itemId, String afterId, String lastId) {
    return redis
        .eval(
            PENDING,
            List.of(redis.keys().of(itemId).orders()),
            List.of(RedisKeys.ORDER_GROUP, "(" + afterId, lastId, Integer.toString(pageSize)))
        .map(reply -> reply.stream().map(StreamEntry::ofPending).toList());
  }

  /** Takes an item off the list of live ones; tells whether it was on it. */
  Future<Boolean> takeOffLive(long itemId) {
    return redis
        .send(Request.cmd(Command.SREM).arg(redis.keys().liveItems()).arg(itemId))
        .map(reply -> reply.toInteger() == 1);
  }

  /** Puts an item on the list of live ones. */
  Future<Void> putOnLive(long itemId) {
    return redis
        .send(Request.cmd(Command.SADD).arg(redis.keys().liveItems()).arg(itemId))
        .mapEmpty();
  }

  /** Removes the streams of an expired item; nothing if something still needs them. */
  Future<OptionalLong> retire(long itemId, String lastId) {
    return redis
        .eval(RETIRE, allKeys(itemId), List.of(RedisKeys.ORDER_GROUP, lastId))
        .map(reply -> reply.toLong() < 0 ? OptionalLong.empty() : OptionalLong.of(reply.toLong()));
  }

  private static List<String> texts(Response reply) {
    List<String> texts = new ArrayList<>(reply.size());
    reply.forEach(text -> texts.add(text.toString()));
    return texts;
  }
}
