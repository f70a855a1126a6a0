package seckill.reconcile;

import io.vertx.core.Future;
import io.vertx.core.eventbus.EventBus;
import io.vertx.core.json.JsonObject;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import seckill.contract.Addresses;
import seckill.contract.Texts;
import seckill.reconcile.RepairJournal.Entry;

/** Sets the units on the shelf right: up for a leak, down to what is there for a surplus. */
final class ShelfRepairs {
  private final RedisBooks redis;
  private final SqlBooks sql;
  private final RepairScripts scripts;
  private final RepairBooks books;
  private final EventBus bus;
  private final RepairHooks hooks;

  ShelfRepairs(
      RedisBooks redis,
      SqlBooks sql,
      RepairScripts scripts,
      RepairBooks books,
      EventBus bus,
      RepairHooks hooks) {
    this.redis = redis;
    this.sql = sql;
    this.scripts = scripts;
    this.books = books;
    this.bus = bus;
    this.hooks = hooks;
  }

  /** Puts leaked units back, no more than leaked in both looks. */
  Future<Void> leak(Mending work) {
    if (!work.may(RepairKind.LEAK) || work.lasting().leaked() == 0 || work.isFull()) {
      return Future.succeededFuture();
    }
    return redis
        .snapshot(work.itemId())
        .compose(
            seen -> {
              long gap = units(work) - Math.max(0, seen.stock()) - seen.users();
              long leaked = Math.min(gap, work.lasting().leaked());
              return leaked <= 0
                  ? Future.succeededFuture()
                  : forgotten(work, seen, leaked)
                      .compose(
                          forgotten ->
                              forgotten < leaked
                                  ? putBack(work, seen, leaked - forgotten)
                                  : refuse(work, seen));
            });
  }

  // A unit whose buyer Redis has forgotten is sold, also before the order has landed.
  private Future<Integer> forgotten(Mending work, RedisSnapshot seen, long atMost) {
    MessageWalk messages = new MessageWalk(redis, sql, work.run());
    Set<String> forgotten = new HashSet<>();
    Function<List<StreamEntry>, Future<Void>> collect =
        page -> {
          Set<String> users =
              page.stream()
                  .map(StreamEntry::userId)
                  .filter(Objects::nonNull)
                  .collect(Collectors.toSet());
          return redis
              .holders(work.itemId(), users)
              .map(
                  holders -> {
                    users.removeAll(holders);
                    users.stream().filter(u -> forgotten.size() < atMost).forEach(forgotten::add);
                    return null;
                  });
        };
    return messages
        .undelivered(work.itemId(), seen, collect)
        .compose(done -> messages.pending(work.itemId(), seen, collect))
        .compose(done -> messages.dead(work.itemId(), collect))
        .map(done -> forgotten.size());
  }

  private static Future<Void> refuse(Mending work, RedisSnapshot seen) {
    work.note(
        new Repair(
            RepairKind.LEAK,
            subject(seen),
            false,
            "the units belong to messages whose buyers Redis has forgotten"));
    return Future.succeededFuture();
  }

  private Future<Void> putBack(Mending work, RedisSnapshot seen, long leaked) {
    return mend(
            work,
            new Entry(RepairKind.LEAK, subject(seen), Texts.counted(leaked, "unit") + " put back"),
            () -> scripts.add(work.fence(), work.itemId(), work.ledger(), seen, leaked))
        .map(word -> tell(work, seen, word));
  }

  private Void tell(Mending work, RedisSnapshot seen, RepairWord word) {
    if (word == RepairWord.DONE && seen.stock() <= 0) {
      bus.publish(
          Addresses.EVENT_RESTOCKED, new JsonObject().put("itemId", Long.toString(work.itemId())));
    }
    return null;
  }

  /** Takes units off that are not there. */
  Future<Void> surplus(Mending work) {
    boolean found = work.lasting().stock() < 0 || work.lasting().belowZero() > 0;
    if (!work.may(RepairKind.OVERSOLD) || !found || work.isFull()) {
      return Future.succeededFuture();
    }
    return redis
        .snapshot(work.itemId())
        .compose(
            seen -> {
              long right = Math.max(0, units(work) - seen.users());
              if (seen.stock() >= 0 && seen.stock() <= right) {
                return Future.succeededFuture();
              }
              Entry entry =
                  new Entry(
                      RepairKind.OVERSOLD,
                      subject(seen),
                      "stock set from " + seen.stock() + " to " + right);
              return mend(
                      work,
                      entry,
                      () -> scripts.cut(work.fence(), work.itemId(), work.ledger(), seen))
                  .mapEmpty();
            });
  }

  private static long units(Mending work) {
    return work.last().reading().numbers().units();
  }

  private static String subject(RedisSnapshot seen) {
    return "stock " + seen.stock() + ", " + seen.users() + " held, purchase " + seen.accepted();
  }

  private Future<RepairWord> mend(Mending work, Entry entry, Supplier<Future<RepairWord>> write) {
    return hooks
        .beforePlan(entry.kind())
        .compose(go -> work.run().check())
        .compose(held -> books.planUnits(work.fence(), work.itemId(), entry))
        .compose(planned -> work.run().confirm())
        .compose(held -> hooks.beforeWrite(entry.kind(), entry.subject()))
        .compose(go -> work.run().check())
        .compose(held -> write.get())
        .compose(word -> hooks.afterWrite(entry.kind(), entry.subject()).map(word))
        .compose(word -> close(work, entry, word));
  }

  private Future<RepairWord> close(Mending work, Entry entry, RepairWord word) {
    boolean done = word == RepairWord.DONE;
    Entry ended = done ? entry : new Entry(entry.kind(), entry.subject(), word.meaning());
    return books
        .close(work.fence(), work.itemId(), ended, done)
        .map(
            closed -> {
              work.note(new Repair(entry.kind(), entry.subject(), done, ended.detail()));
              return word;
            });
  }
}
