package seckill.gateway.pages;

import io.vertx.core.json.JsonObject;
import java.time.DateTimeException;
import java.time.ZoneId;
import java.util.Currency;
import seckill.config.ConfigException;

/**
 * How pages are made and kept; names, ranges and defaults are in {@code pages.schema.json}.
 *
 * @param refreshMillis how often the item list is read
 * @param maxAgeSeconds how long a page may be kept
 * @param pollMillis how soon a page asks again
 * @param maxPollMillis how soon under the greatest load
 * @param pollsPerSecond questions per second and event loop from which on pages ask less often
 * @param pictureDir the operator's pictures, empty for none
 * @param maxPictureBytes larger pictures are left out
 * @param currency of all prices
 * @param zone of the times in pages
 * @param loginPath the site's own login, empty for none
 * @param payPath the site's own payment, empty for none
 * @param devLogin whether anybody may log in under any name
 */
public record PageSettings(
    long refreshMillis,
    long maxAgeSeconds,
    long pollMillis,
    long maxPollMillis,
    int pollsPerSecond,
    String pictureDir,
    int maxPictureBytes,
    Currency currency,
    ZoneId zone,
    String loginPath,
    String payPath,
    boolean devLogin) {

  /**
   * Reads the section {@code pages}.
   *
   * @throws ConfigException one line that names the setting
   */
  public static PageSettings of(JsonObject settings) {
    JsonObject section = settings.getJsonObject("pages");
    return new PageSettings(
        section.getLong("refreshMillis"),
        section.getLong("maxAgeSeconds"),
        section.getLong("pollMillis"),
        section.getLong("maxPollMillis"),
        section.getInteger("pollsPerSecond"),
        section.getString("pictureDir"),
        section.getInteger("maxPictureBytes"),
        currency(section.getString("currency")),
        zone(section.getString("timeZone")),
        section.getString("loginPath"),
        section.getString("payPath"),
        section.getBoolean("devLogin"));
  }

  private static Currency currency(String code) {
    try {
      Currency currency = Currency.getInstance(code);
      if (currency.getDefaultFractionDigits() == 2) {
        return currency;
      }
    } catch (IllegalArgumentException e) {
      // Told below, together with those without hundredths.
    }
    throw new ConfigException(
        "pages.currency (SECKILL_PAGES_CURRENCY) must be a currency with hundredths, got " + code);
  }

  private static ZoneId zone(String id) {
    try {
      return ZoneId.of(id);
    } catch (DateTimeException e) {
      throw new ConfigException(
          "pages.timeZone (SECKILL_PAGES_TIME_ZONE) must be like Asia/Shanghai, got " + id);
    }
  }
}
