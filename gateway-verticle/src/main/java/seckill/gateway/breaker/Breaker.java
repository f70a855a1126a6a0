package seckill.gateway.breaker;

import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import java.util.function.LongSupplier;

/**
 * Stops calls while those before them come to nothing, and tries one at a time whether they do
 * again. Thread-safe; one for all event loops of a process, so that a fault seen by one spares the
 * others and there is one probe.
 *
 * <p>Every transition begins a generation, and a call belongs to the one it was sent in: an answer
 * to a call of an earlier one changes nothing. Only faults count; a refusal shows that all is well.
 */
public final class Breaker {
  private static final int PERCENT = 100;

  /** Not a generation: no call may be sent. */
  static final long NO_PROBE = -1;

  /** What the breaker does with calls. */
  public enum State {
    /** They are sent. */
    CLOSED,
    /** One at a time is sent, to see what comes of it. */
    HALF_OPEN,
    /** They are not sent. */
    OPEN
  }

  private final LongSupplier nanoClock;
  private final long probeNanos;
  private final BiConsumer<State, String> onChange;

  private volatile BreakerSettings settings;
  private volatile State state = State.CLOSED;
  private volatile long generation;
  private volatile String reason = "";
  private RecentCalls recent;
  private long changedAt;
  private long answeredAt;
  private int overdue;
  private boolean probing;

  /**
   * @param probeMillis after which a probe without an answer has failed
   * @param nanoClock a clock that only runs forward
   * @param onChange told each new state and why
   */
  public Breaker(
      BreakerSettings settings,
      long probeMillis,
      LongSupplier nanoClock,
      BiConsumer<State, String> onChange) {
    this.nanoClock = nanoClock;
    this.probeNanos = TimeUnit.MILLISECONDS.toNanos(probeMillis);
    this.onChange = onChange;
    this.changedAt = nanoClock.getAsLong();
    configure(settings);
  }

  /** Goes on with other settings; what was remembered is forgotten. */
  public synchronized void configure(BreakerSettings changed) {
    settings = changed;
    recent =
        new RecentCalls(Math.max(changed.faults(), changed.windowCalls()), changed.windowMillis());
    if (!changed.enabled() && state != State.CLOSED) {
      become(State.CLOSED, "");
    }
    overdue = 0;
    answeredAt = nanoClock.getAsLong();
    generation++;
  }

  public State state() {
    return state;
  }

  /** Why the breaker is not closed; empty if it is. */
  public String reason() {
    return reason;
  }

  long slowMillis() {
    return settings.slowMillis();
  }

  /** Identifies the calls that are sent now. */
  public long generation() {
    return generation;
  }

  /**
   * Asks for the one call that tries.
   *
   * @return the generation of the probe, or {@link #NO_PROBE} if nothing may be sent
   */
  synchronized long tryProbe() {
    long now = nanoClock.getAsLong();
    if (state == State.HALF_OPEN && probing && now - changedAt >= probeNanos) {
      become(State.OPEN, "the probe got no answer");
    }
    if (state == State.OPEN && now - changedAt >= millis(settings.openMillis())) {
      become(State.HALF_OPEN, reason);
    }
    if (state == State.OPEN || probing) {
      return NO_PROBE;
    }
    if (state == State.HALF_OPEN) {
      probing = true;
      changedAt = now;
    }
    return generation;
  }

  /** A probe that ended without having been sent; the next call may be one. */
  synchronized void giveUp(long probe) {
    if (state == State.HALF_OPEN && probe == generation) {
      probing = false;
    }
  }

  /**
   * Learns what came of a call.
   *
   * @param sentIn the {@link #generation()} when it was sent
   */
  public synchronized void answered(long sentIn, boolean fault) {
    if (sentIn != generation || state == State.OPEN || !settings.enabled()) {
      return;
    }
    long now = nanoClock.getAsLong();
    if (!fault) {
      answeredAt = now;
    }
    if (state == State.HALF_OPEN) {
      become(fault ? State.OPEN : State.CLOSED, fault ? "the probe failed" : "");
      return;
    }
    recent.add(now, fault);
    int faults = recent.faults(now);
    int calls = recent.size(now);
    if (fault
        && faults >= settings.faults()
        && (long) faults * PERCENT >= (long) calls * settings.faultPercent()) {
      become(State.OPEN, faults + " of the last " + calls + " calls failed");
    }
  }

  /**
   * Learns how many more calls than before have waited for {@link #slowMillis()}.
   *
   * @param seenIn the {@link #generation()} that these calls belong to
   */
  synchronized void overdue(long seenIn, int more) {
    if (seenIn != generation || state != State.CLOSED || !settings.enabled()) {
      return;
    }
    overdue += more;
    long now = nanoClock.getAsLong();
    boolean silence = now - answeredAt >= millis(settings.slowMillis());
    int bad = overdue + recent.faults(now);
    if (overdue > 0 && silence && bad >= settings.faults()) {
      become(State.OPEN, bad + " calls wait or failed, and none went well");
    }
  }

  private void become(State next, String why) {
    long now = nanoClock.getAsLong();
    recent =
        new RecentCalls(
            Math.max(settings.faults(), settings.windowCalls()), settings.windowMillis());
    changedAt = now;
    answeredAt = now;
    overdue = 0;
    probing = false;
    reason = why;
    generation++;
    state = next;
    onChange.accept(next, why);
  }

  private static long millis(long millis) {
    return TimeUnit.MILLISECONDS.toNanos(millis);
  }
}
