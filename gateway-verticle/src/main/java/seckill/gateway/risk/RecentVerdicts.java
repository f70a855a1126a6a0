package seckill.gateway.risk;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReferenceArray;

/** The last verdicts, each with its reason; older ones are overwritten. Thread-safe. */
final class RecentVerdicts {
  private final AtomicReferenceArray<Entry> ring;
  private final AtomicLong written = new AtomicLong();

  /**
   * One verdict.
   *
   * @param atMillis epoch milliseconds
   * @param count what was counted
   * @param rule the settings it was judged by
   */
  record Entry(
      long atMillis,
      RiskRule kind,
      String userId,
      long itemId,
      String address,
      int count,
      RuleSettings rule) {

    JsonObject toJson() {
      return new JsonObject()
          .put("at", Instant.ofEpochMilli(atMillis).toString())
          .put("rule", kind.setting())
          .put("verdict", rule.verdict().name())
          .put("userId", userId)
          .put("itemId", Long.toString(itemId))
          .put("address", address)
          .put("reason", reason());
    }

    private String reason() {
      return count
          + " "
          + kind.what()
          + " within "
          + rule.windowMillis()
          + " ms, more than "
          + rule.threshold();
    }
  }

  RecentVerdicts(int size) {
    this.ring = new AtomicReferenceArray<>(size);
  }

  boolean isKept() {
    return ring.length() > 0;
  }

  void add(Entry entry) {
    ring.set((int) (written.getAndIncrement() % ring.length()), entry);
  }

  /** The latest first. */
  JsonArray toJson() {
    JsonArray json = new JsonArray();
    long next = written.get();
    for (long i = next - 1; i >= 0 && next - i <= ring.length(); i--) {
      Entry entry = ring.get((int) (i % ring.length()));
      if (entry != null) {
        json.add(entry.toJson());
      }
    }
    return json;
  }
}
