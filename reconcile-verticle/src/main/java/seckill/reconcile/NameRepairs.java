package seckill.reconcile;

import io.vertx.core.Future;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import seckill.contract.OrderIds;
import seckill.reconcile.RepairJournal.Entry;

/** Mends what is wrong about single users: lost orders, ghosts, units that never came back. */
final class NameRepairs {
  private static final int VERSION_AT = 14;
  private static final char TIME_ORDERED = '7';

  private final RedisBooks redis;
  private final RepairScripts scripts;
  private final RepairBooks books;
  private final RepairHooks hooks;
  private final Clock clock;

  NameRepairs(
      RedisBooks redis, RepairScripts scripts, RepairBooks books, RepairHooks hooks, Clock clock) {
    this.redis = redis;
    this.scripts = scripts;
    this.books = books;
    this.hooks = hooks;
    this.clock = clock;
  }

  /** Sends the messages of lost orders again, under the numbers that their buyers were told. */
  Future<Void> lost(Mending work) {
    return forEach(
        work,
        RepairKind.LOST,
        work.lasting().names().lost(),
        (user, order) ->
            inTwoSteps(
                work,
                new Entry(RepairKind.LOST, order, "sent again for user " + user),
                () -> books.planLost(work.fence(), work.itemId(), user, order),
                () -> replay(work, user, order),
                books::close));
  }

  // A consumer finds streams by the list of live items, which may have been lost, too.
  private Future<RepairWord> replay(Mending work, String user, String order) {
    return scripts
        .replay(work.fence(), work.itemId(), work.ledger(), user, order, purchasedAtMillis(order))
        .compose(word -> redis.putOnLive(work.itemId()).map(word));
  }

  private long purchasedAtMillis(String order) {
    long now = clock.millis();
    boolean dated = OrderIds.isValid(order) && order.charAt(VERSION_AT) == TIME_ORDERED;
    return dated ? Math.min(now, OrderIds.millisOf(order)) : now;
  }

  /** Enters the buyers of live orders. */
  Future<Void> ghosts(Mending work) {
    return forEach(
        work,
        RepairKind.GHOST,
        work.lasting().names().ghosts(),
        (user, order) ->
            inTwoSteps(
                work,
                new Entry(RepairKind.GHOST, order, user),
                () -> books.planGhost(work.fence(), work.itemId(), user, order),
                () -> scripts.enter(work.fence(), work.itemId(), work.ledger(), user, order),
                (fence, itemId, entry, done) ->
                    done
                        ? books.closeGhost(fence, itemId, entry)
                        : books.close(fence, itemId, entry, false)));
  }

  /** Has the units of ended orders given back. */
  Future<Void> stranded(Mending work) {
    return forEach(
        work,
        RepairKind.STRANDED,
        work.lasting().names().stranded(),
        (user, order) ->
            hooks
                .beforePlan(RepairKind.STRANDED)
                .compose(go -> giveBack(work, user, order))
                .map(
                    objection ->
                        note(
                            work,
                            RepairKind.STRANDED,
                            order,
                            objection.isEmpty(),
                            objection.orElse("its unit is on its way back"))));
  }

  // A seckill service that finds no state calls a return done, and would be asked each time.
  private Future<Optional<String>> giveBack(Mending work, String user, String order) {
    Optional<String> objection = work.objectionToReturns();
    return objection.isPresent()
        ? Future.succeededFuture(objection)
        : books.returnStranded(work.fence(), work.itemId(), user, order);
  }

  /** How an entry of the journal is closed. */
  private interface Closing {
    Future<Void> close(long fence, long itemId, Entry entry, boolean done);
  }

  private interface ForUser {
    Future<Void> mend(String user, String order);
  }

  private static Future<Void> forEach(Mending work, RepairKind kind, Names names, ForUser mender) {
    if (!work.may(kind)) {
      return Future.succeededFuture();
    }
    List<Map.Entry<String, String>> known =
        names.byUser().entrySet().stream().filter(name -> !name.getValue().isEmpty()).toList();
    return work.each(
        known,
        name ->
            work.isFull() ? Future.succeededFuture() : mender.mend(name.getKey(), name.getValue()));
  }

  private Future<Void> inTwoSteps(
      Mending work,
      Entry entry,
      Supplier<Future<Optional<String>>> plan,
      Supplier<Future<RepairWord>> write,
      Closing closing) {
    RepairKind kind = entry.kind();
    return hooks
        .beforePlan(kind)
        .compose(go -> work.run().check())
        .compose(held -> plan.get())
        .compose(
            objection ->
                objection.isPresent()
                    ? Future.succeededFuture(
                        note(work, kind, entry.subject(), false, objection.get()))
                    : write(work, entry, write).compose(word -> end(work, entry, word, closing)));
  }

  private Future<RepairWord> write(Mending work, Entry entry, Supplier<Future<RepairWord>> write) {
    return work.run()
        .confirm()
        .compose(held -> hooks.beforeWrite(entry.kind(), entry.subject()))
        .compose(go -> work.run().check())
        .compose(held -> write.get())
        .compose(word -> hooks.afterWrite(entry.kind(), entry.subject()).map(word));
  }

  private static Future<Void> end(Mending work, Entry entry, RepairWord word, Closing closing) {
    Entry ended = word.isRight() ? entry : new Entry(entry.kind(), entry.subject(), word.meaning());
    return closing
        .close(work.fence(), work.itemId(), ended, word.isRight())
        .map(closed -> note(work, entry.kind(), entry.subject(), word.isRight(), word.meaning()));
  }

  private static Void note(
      Mending work, RepairKind kind, String subject, boolean done, String detail) {
    work.note(new Repair(kind, subject, done, detail));
    return null;
  }
}
