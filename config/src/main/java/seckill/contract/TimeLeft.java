package seckill.contract;

import io.vertx.core.json.JsonObject;
import java.util.concurrent.TimeUnit;

/**
 * How long a request may still take.
 *
 * <p>On the bus it is a number of milliseconds, which the receiver counts from the arrival on, so
 * that no two clocks have to agree. Inside a process it is a moment of {@link System#nanoTime}.
 */
public final class TimeLeft {
  /** The field of JSON requests. */
  public static final String FIELD = "timeLeftMillis";

  /** No limit, on the bus and inside a process. */
  public static final long UNLIMITED = Long.MAX_VALUE;

  /** As good as no limit, and far from where the count of nanoseconds would turn over. */
  private static final long MAX_MILLIS = TimeUnit.DAYS.toMillis(365);

  private TimeLeft() {}

  /**
   * The time left that a JSON request tells.
   *
   * @throws SeckillException BAD_REQUEST if it is not an integer
   */
  public static long of(JsonObject request) {
    return Json.integer(request, FIELD, UNLIMITED);
  }

  /** The moment of {@link System#nanoTime} at which so many milliseconds will be over. */
  public static long endNanos(long leftMillis, long nowNanos) {
    if (leftMillis == UNLIMITED) {
      return UNLIMITED;
    }
    long left = Math.max(0, Math.min(MAX_MILLIS, leftMillis));
    long end = nowNanos + TimeUnit.MILLISECONDS.toNanos(left);
    // The one moment that would be taken for none.
    return end == UNLIMITED ? end - 1 : end;
  }

  /** Whether a moment of {@link System#nanoTime} has come. */
  public static boolean isOver(long endNanos, long nowNanos) {
    return endNanos != UNLIMITED && endNanos - nowNanos <= 0;
  }
}
