package seckill.reconcile;

import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.List;
import seckill.contract.ItemKeys;
import seckill.runtime.LuaScript;
import seckill.runtime.RedisLink;

/** What the auditor writes to Redis to mend an item; each write shows the fence of its run. */
final class RepairScripts {
  private static final String FENCED = "fenced.lua";
  private static final LuaScript CLAIM = LuaScript.load(RepairScripts.class, "claim.lua", FENCED);
  private static final LuaScript REPLAY = LuaScript.load(RepairScripts.class, "replay.lua", FENCED);
  private static final LuaScript ENTER = LuaScript.load(RepairScripts.class, "enter.lua", FENCED);
  private static final LuaScript SHELVE = LuaScript.load(RepairScripts.class, "shelve.lua", FENCED);
  private static final String CUT = "cut";

  private final RedisLink redis;

  RepairScripts(RedisLink redis) {
    this.redis = redis;
  }

  /** Keeps runs that began before from writing to the item any more. */
  Future<RepairWord> claim(long fence, long itemId, Ledger ledger) {
    return eval(CLAIM, List.of(redis.keys().of(itemId).item()), fence, ledger);
  }

  /** Sends the message of a lost order again. */
  Future<RepairWord> replay(
      long fence, long itemId, Ledger ledger, String user, String order, long purchasedAtMillis) {
    ItemKeys keys = redis.keys().of(itemId);
    return eval(
        REPLAY,
        List.of(keys.item(), keys.users(), keys.receipts(), keys.orders()),
        fence,
        ledger,
        user,
        order,
        Long.toString(itemId),
        Long.toString(ledger.priceCents()),
        Long.toString(purchasedAtMillis));
  }

  /** Enters the buyer of a live order. */
  Future<RepairWord> enter(long fence, long itemId, Ledger ledger, String user, String order) {
    ItemKeys keys = redis.keys().of(itemId);
    return eval(
        ENTER,
        List.of(keys.item(), keys.stock(), keys.users(), keys.receipts()),
        fence,
        ledger,
        user,
        order,
        units(ledger));
  }

  /** Adds leaked units to the stock, if Redis is as it was seen. */
  Future<RepairWord> add(long fence, long itemId, Ledger ledger, RedisSnapshot seen, long leaked) {
    return shelve(fence, itemId, ledger, seen, Long.toString(leaked));
  }

  /** Takes units that are not there off the stock, if Redis is as it was seen. */
  Future<RepairWord> cut(long fence, long itemId, Ledger ledger, RedisSnapshot seen) {
    return shelve(fence, itemId, ledger, seen, CUT);
  }

  private Future<RepairWord> shelve(
      long fence, long itemId, Ledger ledger, RedisSnapshot seen, String change) {
    ItemKeys keys = redis.keys().of(itemId);
    return eval(
        SHELVE,
        List.of(keys.item(), keys.stock(), keys.users()),
        fence,
        ledger,
        Long.toString(seen.stock()),
        Long.toString(seen.users()),
        Long.toString(seen.accepted()),
        units(ledger),
        change);
  }

  private static String units(Ledger ledger) {
    return Long.toString(ledger.total() + ledger.restocked());
  }

  private Future<RepairWord> eval(
      LuaScript script, List<String> keys, long fence, Ledger ledger, String... more) {
    List<String> arguments = new ArrayList<>();
    arguments.add(Long.toString(fence));
    arguments.add(Long.toString(ledger.epoch()));
    arguments.addAll(List.of(more));
    return redis
        .eval(script, keys, arguments)
        .map(word -> RepairWord.valueOf(word.toString()))
        .compose(
            word ->
                word == RepairWord.FENCED
                    ? Future.failedFuture(Fence.overtaken())
                    : Future.succeededFuture(word));
  }
}
