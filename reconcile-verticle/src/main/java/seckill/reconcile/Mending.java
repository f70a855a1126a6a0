package seckill.reconcile;

import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/** The repairs of one item in one run: what may be done, and what was. */
final class Mending {
  /** Refusals cost a look each; so many times the repairs allowed are looked at. */
  private static final int TRIES_PER_REPAIR = 10;

  private final Run run;
  private final Inspection last;
  private final LastingGaps lasting;
  private final Set<RepairKind> kinds;
  private final int limit;
  private RepairWord claim = RepairWord.GONE;
  private final List<Repair> made = new ArrayList<>();
  private int done;
  private int tries;

  /**
   * @param limit of repairs
   */
  Mending(Run run, Inspection last, LastingGaps lasting, Set<RepairKind> kinds, int limit) {
    this.run = run;
    this.last = last;
    this.lasting = lasting;
    this.kinds = kinds;
    this.limit = limit;
  }

  Run run() {
    return run;
  }

  long fence() {
    return run.fence();
  }

  long itemId() {
    return last.itemId();
  }

  Inspection last() {
    return last;
  }

  LastingGaps lasting() {
    return lasting;
  }

  Ledger ledger() {
    return last.reading().ledger();
  }

  /** Notes whether the item's state in Redis can be written to. */
  void claimed(RepairWord word) {
    claim = word;
  }

  /** Why no unit can go back to the item now, or nothing. */
  Optional<String> objectionToReturns() {
    if (!claim.isRight()) {
      return Optional.of(claim.meaning());
    }
    List<String> missing = last.reading().after().missingForReturns();
    return missing.isEmpty()
        ? Optional.empty()
        : Optional.of("keys of the item are gone from Redis: " + String.join(", ", missing));
  }

  boolean may(RepairKind kind) {
    return kinds.contains(kind);
  }

  /** Whether as much was mended as one run may. */
  boolean isFull() {
    return done >= limit || tries >= limit * TRIES_PER_REPAIR;
  }

  /** Adds what was mended, or refused. */
  void note(Repair repair) {
    tries++;
    done += repair.done() ? 1 : 0;
    if (made.size() < limit) {
      made.add(repair);
    }
  }

  List<Repair> made() {
    return List.copyOf(made);
  }

  /** Whether the order is among what this run will send again. */
  boolean isStillLost(String order) {
    return last.gaps().lost().byUser().containsValue(order);
  }

  /** Whether the order is among those whose buyers Redis does not know. */
  boolean isStillGhost(String order) {
    return last.gaps().ghosts().byUser().containsValue(order);
  }

  /** One after the other, while the run may go on. */
  <T> Future<Void> each(List<T> all, Function<T, Future<Void>> work) {
    return run.walk(
        0,
        index ->
            index == all.size()
                ? Future.succeededFuture()
                : work.apply(all.get(index)).map(done -> index + 1));
  }
}
