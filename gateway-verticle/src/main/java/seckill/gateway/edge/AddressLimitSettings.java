package seckill.gateway.edge;

import io.vertx.core.json.JsonObject;
import java.util.concurrent.TimeUnit;
import seckill.contract.SeckillException;

/**
 * How often one address may call.
 *
 * @param enabled whether there is a limit
 * @param perSecond requests of an address that pass in any window; 0 for none
 * @param windowMillis length of the window
 * @param maxTracked addresses that are told apart at the same time
 */
record AddressLimitSettings(boolean enabled, int perSecond, long windowMillis, int maxTracked) {
  /** Times that are remembered at most, of four bytes each. */
  private static final long MAX_TIMES = 500_000_000;

  private static final int BYTES_PER_ADDRESS = 28;
  private static final int BYTES_PER_TIME = 4;

  AddressLimitSettings {
    if ((long) perSecond * maxTracked > MAX_TIMES) {
      throw SeckillException.badRequest(
          "addressLimit.perSecond times maxTracked must be at most " + MAX_TIMES);
    }
  }

  /**
   * Reads the section {@code addressLimit}.
   *
   * @throws SeckillException BAD_REQUEST if it would need too much memory
   */
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

  boolean needsSameTableAs(AddressLimitSettings other) {
    return tracksAny() == other.tracksAny()
        && perSecond == other.perSecond
        && maxTracked == other.maxTracked;
  }

  /** A table for these settings; {@code null} if there is nothing to remember. */
  AddressTable newTable() {
    return tracksAny() ? new AddressTable(perSecond, maxTracked) : null;
  }

  /** What the table takes. */
  long tableBytes() {
    return tracksAny() ? (BYTES_PER_ADDRESS + (long) BYTES_PER_TIME * perSecond) * maxTracked : 0;
  }

  private boolean tracksAny() {
    return enabled && perSecond > 0;
  }
}
