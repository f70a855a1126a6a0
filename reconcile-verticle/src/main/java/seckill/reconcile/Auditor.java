package seckill.reconcile;

import io.vertx.core.Future;
import java.time.Clock;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import seckill.contract.ItemIds;
import seckill.contract.SeckillException;

/** Reconciles one item or many, one run at a time. */
final class Auditor {
  private static final Logger LOG = LoggerFactory.getLogger(Auditor.class);

  private final RedisBooks redis;
  private final SqlBooks sql;
  private final RunControl runs;
  private final ReportDesk desk;
  private final Conclusion conclusion;
  private final Repairs repairs;
  private final ReconcileSettings settings;
  private final RepairSettings repairSettings;
  private final Clock clock;

  Auditor(
      RedisBooks redis,
      SqlBooks sql,
      RunControl runs,
      ReportDesk desk,
      Repairs repairs,
      Settlements settlements,
      ReconcileSettings settings,
      RepairSettings repairSettings,
      Clock clock) {
    this.redis = redis;
    this.sql = sql;
    this.runs = runs;
    this.desk = desk;
    this.repairs = repairs;
    this.conclusion =
        new Conclusion(
            desk,
            repairs,
            settlements,
            new Housekeeping(redis, clock),
            settings,
            repairSettings,
            clock);
    this.settings = settings;
    this.repairSettings = repairSettings;
    this.clock = clock;
  }

  /**
   * Reconciles one item now; fails with CONFLICT if another run is under way.
   *
   * @param repair {@code true} to mend whatever can be, {@code false} for nothing, {@code null} as
   *     set
   */
  Future<Report> item(long itemId, Boolean repair) {
    Set<RepairKind> kinds = repairSettings.kindsFor(repair);
    return runs.exclusively(
        Trigger.DEMAND,
        run -> {
          Audit audit = new Audit(redis, sql, run, settings, clock);
          return audit
              .inspect(itemId, true)
              .compose(
                  found ->
                      found.isEmpty()
                          ? desk.publish(run, audit.unknown(itemId, clock.instant()))
                          : conclusion.of(run, audit, kinds, found.get()))
              .onFailure(
                  cause -> {
                    if (!RunControl.isConflict(cause)) {
                      desk.failed(itemId, cause);
                    }
                  });
        });
  }

  /** Reconciles the items that are on sale, or were lately and are not balanced or settled yet. */
  Future<Void> onSale() {
    return runs.exclusively(
        Trigger.SALE,
        run ->
            sql.itemsOnSale(clock.instant(), settings.afterSale())
                .compose(items -> sweep(run, items, false)));
  }

  /** Reconciles every item of MySQL, and what else is live in Redis. */
  Future<Void> everything() {
    return runs.exclusively(
        Trigger.CRON, run -> allItems(run).compose(items -> sweep(run, items, true)));
  }

  /** Whether a run over all items is under way in any process. */
  Future<Boolean> isEverythingUnderWay() {
    return runs.isHeldBy(Trigger.CRON);
  }

  private Future<List<Long>> allItems(Run run) {
    Set<Long> items = new HashSet<>();
    return run.walk(
            0L,
            after ->
                sql.itemsPage(after)
                    .map(
                        page -> {
                          items.addAll(page);
                          return page.isEmpty() ? null : page.get(page.size() - 1);
                        }))
        .compose(
            known ->
                run.walk(
                    RedisBooks.SCAN_EDGE,
                    cursor ->
                        redis
                            .liveItems(cursor)
                            .map(
                                page -> {
                                  page.members().forEach(id -> parse(id).ifPresent(items::add));
                                  return page.isLast() ? null : page.cursor();
                                })))
        .map(done -> items.stream().sorted().toList());
  }

  private static Optional<Long> parse(String id) {
    try {
      return Optional.of(ItemIds.parse(id));
    } catch (SeckillException e) {
      LOG.warn("the list of live items holds what is no item: {}", e.getMessage());
      return Optional.empty();
    }
  }

  /** All first looks, and then all second ones, so that the grace time is waited for once. */
  private Future<Void> sweep(Run run, List<Long> items, boolean compareNames) {
    Audit audit = new Audit(redis, sql, run, settings, clock);
    List<Inspection> suspicious = new ArrayList<>();
    return each(
            run,
            items,
            itemId -> itemId,
            itemId ->
                needsNames(itemId, compareNames)
                    .compose(names -> audit.inspect(itemId, names))
                    .compose(found -> firstLook(run, audit, itemId, found, suspicious)))
        .compose(
            looked ->
                each(
                    run,
                    suspicious,
                    Inspection::itemId,
                    first -> conclusion.of(run, audit, repairSettings.kinds(), first).mapEmpty()));
  }

  // What a run that died has begun can only be judged by name.
  private Future<Boolean> needsNames(long itemId, boolean anyway) {
    return anyway || repairSettings.kinds().isEmpty()
        ? Future.succeededFuture(anyway)
        : repairs.unfinished(itemId);
  }

  private Future<Void> firstLook(
      Run run, Audit audit, long itemId, Optional<Inspection> found, List<Inspection> suspicious) {
    if (found.isEmpty()) {
      desk.stray(itemId);
      return Future.succeededFuture();
    }
    if (found.get().suspicious()) {
      suspicious.add(found.get());
      return Future.succeededFuture();
    }
    return conclusion.of(run, audit, repairSettings.kinds(), found.get()).mapEmpty();
  }

  /** One after the other; an item that fails does not keep the others from their turn. */
  private <T> Future<Void> each(
      Run run, List<T> all, Function<T, Long> itemId, Function<T, Future<Void>> work) {
    return run.walk(
        0,
        index -> {
          if (index == all.size()) {
            return Future.succeededFuture();
          }
          T one = all.get(index);
          return Future.succeededFuture(one)
              .compose(work)
              .recover(
                  cause -> {
                    if (RunControl.isConflict(cause)) {
                      return Future.failedFuture(cause);
                    }
                    desk.failed(itemId.apply(one), cause);
                    return Future.succeededFuture();
                  })
              .map(done -> index + 1);
        });
  }
}
