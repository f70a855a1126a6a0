package seckill.sale.room;

import seckill.contract.QueueAnswer;
import seckill.contract.QueueAnswer.Chance;

/**
 * Tells those who wait how long, with what chance, and when to ask again.
 *
 * <ul>
 *   <li>The estimate is the time until people are admitted, plus position / admissions per second
 *       as measured lately; before the first admission, as set. It cannot be told while the sale is
 *       paused or nobody is admitted.
 *   <li>The chance holds everybody who may buy first (those ahead, those admitted, and the user)
 *       against the units left: GOOD up to 1 per unit, FAIR up to {@code admitPercent}, POOR up to
 *       twice that, NONE beyond.
 *   <li>Who waits asks again after half the estimate, but within {@code pollMillis} and {@code
 *       maxPollMillis}, and up to a tenth later by the user id, so that those who came together do
 *       not ask together.
 * </ul>
 */
final class Forecast {
  private static final double MILLIS_PER_SECOND = 1000;
  private static final double PERCENT = 100;
  private static final int SPREAD_STEPS = 64;
  private static final int SPREAD_PART = 10;
  private static final long UNKNOWN = -1;

  private final RoomSettings settings;

  Forecast(RoomSettings settings) {
    this.settings = settings;
  }

  QueueAnswer.Waiting waiting(RoomState state, long position, String userId) {
    long seconds = estimateSeconds(state, position);
    double wait =
        seconds == UNKNOWN
            ? position * MILLIS_PER_SECOND / Math.max(1, settings.maxPerSecond())
            : seconds * MILLIS_PER_SECOND;
    return new QueueAnswer.Waiting(
        position, seconds, chance(state, position), pollAfter(wait, userId));
  }

  QueueAnswer.Admitted admitted(long untilMillis, String userId) {
    return new QueueAnswer.Admitted(untilMillis, spread(settings.maxPollMillis(), userId));
  }

  private long estimateSeconds(RoomState state, long position) {
    double perSecond = state.perSecond();
    if (perSecond <= 0 && state.admittedTotal() == 0) {
      perSecond = settings.maxPerSecond();
    }
    if (state.paused() || perSecond <= 0) {
      return UNKNOWN;
    }
    long admitsFrom = state.startAtMillis() - settings.admitBeforeMillis();
    double seconds = Math.max(0, admitsFrom - state.nowMillis()) / MILLIS_PER_SECOND;
    return (long) Math.ceil(seconds + position / perSecond);
  }

  private Chance chance(RoomState state, long position) {
    double perUnit = (position + state.admitted()) / (double) Math.max(1, state.stock());
    double factor = Math.max(1, settings.admitPercent() / PERCENT);
    if (perUnit <= 1) {
      return Chance.GOOD;
    }
    if (perUnit <= factor) {
      return Chance.FAIR;
    }
    return perUnit <= 2 * factor ? Chance.POOR : Chance.NONE;
  }

  private long pollAfter(double waitMillis, String userId) {
    long half = (long) Math.min(waitMillis / 2, settings.maxPollMillis());
    return spread(Math.max(half, settings.pollMillis()), userId);
  }

  private static long spread(long millis, String userId) {
    int step = Math.floorMod(userId.hashCode(), SPREAD_STEPS);
    return millis + millis * step / (SPREAD_STEPS * SPREAD_PART);
  }
}
