package seckill.gateway.blacklist;

import io.vertx.core.json.JsonObject;

/**
 * How a gateway follows the blacklist.
 *
 * @param refreshMillis how often it asks whether a change was missed
 * @param maxBuffered changes kept while the list is read
 */
public record BlacklistSettings(long refreshMillis, int maxBuffered) {

  /** Reads the section {@code blacklist}. */
  public static BlacklistSettings of(JsonObject settings) {
    JsonObject section = settings.getJsonObject("blacklist");
    return new BlacklistSettings(
        section.getLong("refreshMillis"), section.getInteger("maxBuffered"));
  }
}
