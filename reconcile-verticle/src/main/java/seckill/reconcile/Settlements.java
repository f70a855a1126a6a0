package seckill.reconcile;

import io.vertx.core.Future;
import io.vertx.core.eventbus.EventBus;
import io.vertx.core.json.JsonObject;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import seckill.contract.Addresses;

/** Books the rest of a sale back to its item once the sale is over and nothing is on its way. */
final class Settlements {
  private static final Logger LOG = LoggerFactory.getLogger(Settlements.class);

  /** Of Redis alone; the ledger is right, whatever is found there. */
  private static final Set<FindingKind> HARMLESS =
      EnumSet.of(FindingKind.STOCK_LEAK, FindingKind.GHOST_ORDER);

  /** Passes by itself, so that nobody is called. */
  private static final String ON_THE_WAY = "orders or units are on their way";

  private static final int REMEMBERED = 10_000;

  private final SettlementBooks books;
  private final EventBus bus;
  private final ReportDesk desk;
  private final ReconcileMetrics metrics;
  private final long afterMillis;

  /** What was told last of an item that waits, so that it is told once per reason. */
  private final Map<Long, String> told =
      new LinkedHashMap<>() {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Long, String> eldest) {
          return size() > REMEMBERED;
        }
      };

  Settlements(
      SettlementBooks books,
      EventBus bus,
      ReportDesk desk,
      ReconcileMetrics metrics,
      long afterMillis) {
    this.books = books;
    this.bus = bus;
    this.desk = desk;
    this.metrics = metrics;
    this.afterMillis = afterMillis;
  }

  /**
   * Settles a sale if it is over.
   *
   * @return the settlement or what it waits for, or nothing while the sale is not over
   */
  Future<Optional<Settlement>> settle(Run run, Inspection last, List<Finding> findings) {
    if (!isOver(last.reading())) {
      return Future.succeededFuture(Optional.empty());
    }
    String obstacle = obstacle(last.reading(), findings);
    Future<Optional<SettlementBooks.Settled>> settled =
        obstacle == null
            ? books.settle(run.fence(), last.itemId(), afterMillis, timeOf(last.reading()))
            : books
                .find(last.itemId())
                .map(
                    found ->
                        Optional.of(
                            found
                                .map(SettlementBooks.Settled::found)
                                .orElse(SettlementBooks.Settled.waiting(obstacle))));
    return settled.map(
        done -> {
          done.ifPresent(result -> tell(last.itemId(), result));
          return done.map(SettlementBooks.Settled::settlement);
        });
  }

  private static LocalDateTime timeOf(Reading reading) {
    return SqlBooks.utc(Instant.ofEpochMilli(reading.after().now()));
  }

  // By the clock of Redis, which decides purchases; whether the end was moved is looked up again
  // before anything is written.
  private boolean isOver(Reading reading) {
    RedisSnapshot redis = reading.after();
    long booked = reading.ledger().endAt().toInstant(ZoneOffset.UTC).toEpochMilli();
    return redis.now() - Math.max(booked, redis.endAt()) >= afterMillis;
  }

  private static String obstacle(Reading reading, List<Finding> findings) {
    if (reading.numbers().dead() > 0 || reading.before().dead() > 0) {
      return Math.max(reading.numbers().dead(), reading.before().dead()) + " dead letters are open";
    }
    if (reading.moving()) {
      return "orders or units are on their way";
    }
    return findings.stream()
        .filter(finding -> !HARMLESS.contains(finding.kind()))
        .findFirst()
        .map(finding -> finding.kind() + ": " + finding.detail())
        .orElse(null);
  }

  private void tell(long itemId, SettlementBooks.Settled result) {
    Settlement settlement = result.settlement();
    if (!settlement.isDone()) {
      String waitsFor = settlement.waitsFor();
      if (!waitsFor.equals(ON_THE_WAY) && !waitsFor.equals(told.put(itemId, waitsFor))) {
        desk.settlementWaits(itemId, waitsFor);
      }
      return;
    }
    told.remove(itemId);
    if (result.origin() == SettlementBooks.Origin.MADE) {
      metrics.settled(settlement.unsold());
    }
    if (result.origin() != SettlementBooks.Origin.FOUND) {
      LOG.info(
          "item {} is settled: {} of {} units are unsold",
          itemId,
          settlement.unsold(),
          settlement.units());
      bus.publish(
          Addresses.EVENT_SETTLED,
          new JsonObject()
              .put("itemId", Long.toString(itemId))
              .put("units", settlement.units())
              .put("sold", settlement.sold())
              .put("unsold", settlement.unsold()));
    }
  }
}
