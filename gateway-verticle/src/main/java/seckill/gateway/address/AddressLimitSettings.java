package seckill.gateway.address;

import io.vertx.core.json.JsonObject;
import java.util.concurrent.TimeUnit;

/**
 * How often one address may call.
 *
 * @param enabled whether there is a limit
 * @param perSecond requests of an address that pass in any window; 0 for none
 * @param windowMillis length of the window
 * @param maxTracked addresses that are told apart at the same time
 */
record AddressLimitSettings(boolean enabled, int perSecond, long windowMillis, int maxTracked) {

  static AddressLimitSettings of(JsonObject section) {
    return new AddressLimitSettings(
        section.getBoolean("enabled"),
        section.getInteger("perSecond"),
        section.getLong("windowMillis"),
        section.getInteger("maxTracked"));
  }

  long windowMicros() {
    return TimeUnit.MILLISECONDS.toMicros(windowMillis);
  }
}
