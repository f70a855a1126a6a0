package seckill.sale.window;

import io.vertx.core.json.JsonObject;

/**
 * The limit of one user; names, ranges and defaults are in {@code window.schema.json}.
 *
 * @param enabled whether it holds
 * @param limit purchases that pass within any window
 * @param windowMillis how long the window is
 */
public record WindowSettings(boolean enabled, int limit, long windowMillis) {
  /** The name of the section. */
  public static final String SECTION = "window";

  /** Reads the section {@code window}. */
  public static WindowSettings of(JsonObject section) {
    return new WindowSettings(
        section.getBoolean("enabled"),
        section.getInteger("limit"),
        section.getLong("windowMillis"));
  }
}
