package seckill.sale.durability;

import io.vertx.core.json.JsonObject;
import java.util.Locale;

/**
 * What must hold before a purchase is answered with yes; names, ranges and defaults are in {@code
 * durability.schema.json}.
 *
 * @param level how safe the order must be
 * @param replicas that must have it at the level REPLICA
 * @param waitMillis how long replicas may take
 * @param lookMillis between two looks whether replicas keep up
 * @param maxWaiting purchases per event loop that may wait
 */
public record DurabilitySettings(
    Level level, int replicas, long waitMillis, long lookMillis, int maxWaiting) {

  /** How safe an order is. */
  public enum Level {
    /** The script has run. */
    MEMORY,
    /** Replicas have it. */
    REPLICA,
    /** It is in the append-only file on the disk. */
    DISK
  }

  /** Reads the section {@code durability}. */
  public static DurabilitySettings of(JsonObject settings) {
    JsonObject section = settings.getJsonObject("durability");
    return new DurabilitySettings(
        Level.valueOf(section.getString("level").toUpperCase(Locale.ROOT)),
        section.getInteger("replicas"),
        section.getLong("waitMillis"),
        section.getLong("lookMillis"),
        section.getInteger("maxWaiting"));
  }
}
