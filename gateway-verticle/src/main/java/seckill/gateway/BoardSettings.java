package seckill.gateway;

import io.vertx.core.json.JsonObject;

/**
 * How sold-out items are answered locally.
 *
 * @param enabled whether they are
 * @param probeMillis how often one attempt is let through
 * @param maxHolders items with more holders are not answered locally
 */
record BoardSettings(boolean enabled, long probeMillis, int maxHolders) {

  static BoardSettings of(JsonObject section) {
    return new BoardSettings(
        section.getBoolean("enabled"),
        section.getLong("probeMillis"),
        section.getInteger("maxHolders"));
  }
}
