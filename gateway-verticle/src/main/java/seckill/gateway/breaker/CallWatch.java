package seckill.gateway.breaker;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;

/**
 * Counts the calls of one event loop that wait for an answer, and tells the breaker of those that
 * wait too long. A call is counted from the moment it is handed in, sent or not.
 *
 * <p>Time is counted in ticks of the event loop, each armed by the one before: a loop that stood
 * still itself, in a collection of garbage or for want of a processor, has not listened meanwhile.
 */
public final class CallWatch {
  private static final int TICKS_PER_LIMIT = 6;

  /** A call of this many ticks ago has waited for the limit, whenever in its tick it began. */
  private static final int SLOTS = TICKS_PER_LIMIT + 1;

  private final Vertx vertx;
  private final Breaker breaker;
  private final int[] waiting = new int[SLOTS];
  private final List<Runnable> onOpen = new ArrayList<>();
  private long tick;
  private long firstTick;
  private long generation;
  private int overdue;
  private int reported;
  private boolean wasClosed = true;

  public CallWatch(Vertx vertx, Breaker breaker) {
    this.vertx = vertx;
    this.breaker = breaker;
    this.generation = breaker.generation();
  }

  /** Begins to look, on the event loop of the caller. */
  public void start() {
    vertx.setTimer(Math.max(1, breaker.slowMillis() / TICKS_PER_LIMIT), due -> turn());
  }

  private void turn() {
    tick();
    start();
  }

  /** Runs an action when the breaker was found open. */
  public void onOpen(Runnable action) {
    onOpen.add(action);
  }

  public Breaker breaker() {
    return breaker;
  }

  /** Makes a call whose failures are those of the event bus, and tells the breaker its end. */
  public <T> Future<T> call(Supplier<Future<T>> call) {
    long sentIn = breaker.generation();
    Future<T> answer = call.get();
    long ticket = begin();
    return answer.onComplete(
        done -> {
          end(ticket);
          breaker.answered(sentIn, done.failed() && BusFault.is(done.cause()));
        });
  }

  /** A call begins to wait; the ticket is for its {@link #end}. */
  public long begin() {
    startOverIfChanged();
    waiting[slot(tick)]++;
    return tick;
  }

  /** The call with this ticket waits no longer. */
  public void end(long ticket) {
    startOverIfChanged();
    if (ticket < firstTick) {
      return;
    }
    if (tick - ticket < SLOTS) {
      waiting[slot(ticket)]--;
    } else {
      overdue--;
    }
  }

  void tick() {
    startOverIfChanged();
    tick++;
    overdue += waiting[slot(tick)];
    waiting[slot(tick)] = 0;
    if (overdue != 0 || reported != 0) {
      breaker.overdue(generation, overdue - reported);
      reported = overdue;
      startOverIfChanged();
    }
  }

  // Calls of an earlier generation are of no concern, answered or not.
  private void startOverIfChanged() {
    if (generation == breaker.generation()) {
      return;
    }
    generation = breaker.generation();
    tick++;
    firstTick = tick;
    overdue = 0;
    reported = 0;
    Arrays.fill(waiting, 0);
    Breaker.State state = breaker.state();
    if (state == Breaker.State.OPEN || state == Breaker.State.HALF_OPEN && wasClosed) {
      onOpen.forEach(Runnable::run);
    }
    wasClosed = state == Breaker.State.CLOSED;
  }

  private static int slot(long tick) {
    return (int) (tick % SLOTS);
  }
}
