package seckill.reconcile;

import io.vertx.core.json.JsonObject;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;
import seckill.runtime.NoticeRows;

/**
 * What the auditor may mend by itself.
 *
 * @param kinds what every run mends
 * @param graceMillis how long a gap must last before it is mended
 * @param maxPerRun repairs per item and run
 * @param tellsBuyers whether buyers are told of orders that are cancelled
 */
record RepairSettings(Set<RepairKind> kinds, long graceMillis, int maxPerRun, boolean tellsBuyers) {
  /** Reads the section {@code repair}, and of {@code notify} whether anybody is told. */
  static RepairSettings of(JsonObject settings) {
    JsonObject section = settings.getJsonObject("repair");
    Set<RepairKind> kinds = EnumSet.noneOf(RepairKind.class);
    for (RepairKind kind : RepairKind.values()) {
      if (section.getBoolean(kind.name().toLowerCase(Locale.ROOT))) {
        kinds.add(kind);
      }
    }
    return new RepairSettings(
        kinds,
        section.getLong("graceMillis"),
        section.getInteger("maxPerRun"),
        NoticeRows.isOn(settings.getJsonObject("notify").getString("sender")));
  }

  /**
   * What a run on demand mends.
   *
   * @param asked {@code true} for every kind, {@code false} for none, {@code null} as set
   */
  Set<RepairKind> kindsFor(Boolean asked) {
    if (asked == null) {
      return kinds;
    }
    return asked ? EnumSet.allOf(RepairKind.class) : EnumSet.noneOf(RepairKind.class);
  }
}
