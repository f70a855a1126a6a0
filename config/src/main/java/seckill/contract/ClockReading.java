package seckill.contract;

import io.vertx.core.json.JsonObject;

/**
 * What a clock showed, and how far from the time of Redis that may be.
 *
 * @param epochMicros microseconds since 1970
 * @param errorMicros the time of Redis is at most so many microseconds away from it
 */
public record ClockReading(long epochMicros, long errorMicros) {
  private static final String EPOCH_MICROS = "epochMicros";
  private static final String ERROR_MICROS = "errorMicros";

  /**
   * Reads the reply to {@link Addresses#TIME_GET}.
   *
   * @throws SeckillException BAD_REQUEST, naming the field
   */
  public static ClockReading fromJson(JsonObject json) {
    long epoch = Json.integer(json, EPOCH_MICROS, -1);
    long error = Json.integer(json, ERROR_MICROS, -1);
    if (epoch < 0 || error < 0) {
      throw SeckillException.badRequest(
          EPOCH_MICROS + " and " + ERROR_MICROS + " must be integers from 0");
    }
    return new ClockReading(epoch, error);
  }

  /** The reply to {@link Addresses#TIME_GET}. */
  public JsonObject toJson() {
    return new JsonObject().put(EPOCH_MICROS, epochMicros).put(ERROR_MICROS, errorMicros);
  }
}
