package seckill.reconcile;

import io.vertx.core.Future;
import io.vertx.core.eventbus.EventBus;
import io.vertx.core.json.JsonObject;
import java.time.Clock;
import java.util.List;
import java.util.Set;
import seckill.contract.Addresses;
import seckill.reconcile.RepairJournal.Entry;

/**
 * Mends what two looks at an item found wrong, one thing after the other, and finishes what a run
 * that died has begun.
 *
 * <p>MySQL decides and keeps a journal, then Redis is told by a script that refuses whoever was
 * overtaken, then the journal hears of it. Each step can be taken again.
 */
final class Repairs {
  private final RepairJournal journal;
  private final RepairBooks books;
  private final LedgerRepairs ledger;
  private final RepairScripts scripts;
  private final NameRepairs names;
  private final ShelfRepairs shelf;
  private final EventBus bus;
  private final RepairSettings settings;

  Repairs(
      RedisBooks redis,
      SqlBooks sql,
      RepairScripts scripts,
      RepairJournal journal,
      EventBus bus,
      RepairSettings settings,
      RepairHooks hooks,
      Clock clock) {
    this.journal = journal;
    ReturnTasks returns = new ReturnTasks(clock);
    this.books = new RepairBooks(journal, returns);
    this.ledger = new LedgerRepairs(journal, returns, settings.tellsBuyers(), clock);
    this.scripts = scripts;
    this.names = new NameRepairs(redis, scripts, books, hooks, clock);
    this.shelf = new ShelfRepairs(redis, sql, scripts, books, bus, hooks);
    this.bus = bus;
    this.settings = settings;
  }

  /** Whether a run that died has left something begun. */
  Future<Boolean> unfinished(long itemId) {
    return journal.open(itemId).map(entries -> !entries.isEmpty());
  }

  /**
   * Mends an item.
   *
   * @param kinds what may be mended
   * @param last the last look, which compared names
   * @param lasting what it has in common with the one before the grace time
   * @return what was mended, or refused
   */
  Future<List<Repair>> mend(Run run, Set<RepairKind> kinds, Inspection last, LastingGaps lasting) {
    Mending work = new Mending(run, last, lasting, kinds, settings.maxPerRun());
    return claim(work)
        .compose(claimed -> finish(work))
        .compose(finished -> mendLedger(work))
        .compose(mended -> names.lost(work))
        .compose(mended -> names.ghosts(work))
        .compose(mended -> names.stranded(work))
        .compose(mended -> shelf.leak(work))
        .compose(mended -> shelf.surplus(work))
        .compose(mended -> cancelExcess(work))
        .map(mended -> work.made());
  }

  private Future<Void> claim(Mending work) {
    return work.last().reading().present()
        ? scripts
            .claim(work.fence(), work.itemId(), work.ledger())
            .map(
                word -> {
                  work.claimed(word);
                  return null;
                })
        : Future.succeededFuture();
  }

  private Future<Void> finish(Mending work) {
    return journal
        .open(work.itemId())
        .compose(entries -> work.each(entries, entry -> finish(work, entry)));
  }

  // What is still to be done is found, and planned again, under the same subject; only numbers on
  // the shelf have another one then.
  private Future<Void> finish(Mending work, Entry entry) {
    return switch (entry.kind()) {
      case LOST ->
          work.isStillLost(entry.subject())
              ? Future.succeededFuture()
              : books.close(work.fence(), work.itemId(), done(entry, "found in its place"), true);
      case GHOST ->
          work.isStillGhost(entry.subject())
              ? Future.succeededFuture()
              : books.closeGhost(work.fence(), work.itemId(), entry);
      case LEAK, OVERSOLD, SOLD, STRANDED -> {
        boolean right = work.lasting().leaked() == 0 && work.lasting().oversold() == 0;
        yield books.close(
            work.fence(),
            work.itemId(),
            done(entry, right ? "found right" : "the numbers have moved on"),
            right);
      }
    };
  }

  private static Entry done(Entry entry, String detail) {
    return new Entry(entry.kind(), entry.subject(), detail);
  }

  // Rows that vanished leave the ledger too high: as long as it is, lost orders may not fit in.
  private Future<Void> mendLedger(Mending work) {
    boolean lost =
        work.may(RepairKind.LOST)
            && !work.lasting().names().lost().isEmpty()
            && work.lasting().ledger() > 0;
    boolean differs = work.may(RepairKind.SOLD) && work.lasting().ledger() != 0;
    if (!lost && !differs) {
      return Future.succeededFuture();
    }
    return ledger
        .mendLedger(work.fence(), work.itemId(), !differs)
        .map(
            mended -> {
              mended.ifPresent(
                  entry ->
                      work.note(new Repair(entry.kind(), entry.subject(), true, entry.detail())));
              return null;
            });
  }

  private Future<Void> cancelExcess(Mending work) {
    if (!work.may(RepairKind.OVERSOLD)) {
      return Future.succeededFuture();
    }
    // A total that was lowered in the books alone would sell the unit again.
    RedisSnapshot redis = work.last().reading().after();
    boolean unit = redis.total() <= work.last().reading().numbers().units();
    return work.run()
        .walk(
            work.lasting().excess(),
            left ->
                left <= 0 || work.isFull()
                    ? Future.succeededFuture()
                    : ledger
                        .cancelYoungest(work.fence(), work.itemId(), unit)
                        .map(
                            cancelled -> {
                              cancelled.ifPresent(order -> tell(work, order));
                              return cancelled.isEmpty() ? null : left - 1;
                            }));
  }

  private void tell(Mending work, LedgerRepairs.Cancelled order) {
    work.note(new Repair(RepairKind.OVERSOLD, order.orderId(), true, order.detail()));
    bus.publish(
        Addresses.EVENT_ORDER_STATUS,
        new JsonObject()
            .put("itemId", Long.toString(work.itemId()))
            .put("orderId", order.orderId())
            .put("status", order.status()));
  }
}
