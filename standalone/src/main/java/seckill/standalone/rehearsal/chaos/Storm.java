package seckill.standalone.rehearsal.chaos;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import seckill.standalone.process.SaleException;
import seckill.standalone.process.Waiting;

/**
 * Lets faults happen at their time. Those of one target come one after the other, so a process that
 * is down is not frozen before it was started again; it may be while it starts.
 */
final class Storm implements AutoCloseable {
  private static final Duration END_LIMIT = Duration.ofSeconds(180);
  private static final long CLOSE_SECONDS = 10;

  private final ChaosSystem system;
  private final Map<String, ScheduledExecutorService> lanes = new HashMap<>();
  private final List<Future<?>> strikes = new ArrayList<>();
  private final AtomicInteger done = new AtomicInteger();
  private final ConcurrentLinkedQueue<String> diary = new ConcurrentLinkedQueue<>();
  private final long startNanos = System.nanoTime();

  private Storm(ChaosSystem system) {
    this.system = system;
  }

  /** Begins now. */
  static Storm begin(ChaosSystem system, List<Fault> faults) {
    Storm storm = new Storm(system);
    faults.forEach(storm::schedule);
    return storm;
  }

  private void schedule(Fault fault) {
    ScheduledExecutorService lane =
        lanes.computeIfAbsent(
            fault.target(),
            target -> Executors.newSingleThreadScheduledExecutor(task -> thread(task, target)));
    strikes.add(lane.schedule(() -> strike(fault), fault.atMillis(), TimeUnit.MILLISECONDS));
  }

  private static Thread thread(Runnable task, String target) {
    Thread thread = new Thread(task, "storm-" + target);
    thread.setDaemon(true);
    return thread;
  }

  private void strike(Fault fault) {
    note(fault.toString());
    Duration time = Duration.ofMillis(fault.forMillis());
    switch (fault.kind()) {
      case KILL -> kill(system.victim(fault.target()), time);
      case FREEZE -> freeze(system.victim(fault.target()), time);
      case CUT -> system.link(fault.target()).cut();
      case STALL -> stall(system.link(fault.target()), time);
      case DEAFEN -> deafen(system.link(fault.target()), time);
    }
    done.incrementAndGet();
    note("over: " + fault);
  }

  private static void kill(Victim victim, Duration down) {
    victim.kill();
    Waiting.pause(down);
    victim.start();
  }

  private static void freeze(Victim victim, Duration time) {
    if (!victim.isAlive()) {
      return;
    }
    victim.freeze();
    try {
      Waiting.pause(time);
    } finally {
      victim.thaw();
    }
  }

  private static void stall(Link link, Duration time) {
    link.stall(true);
    try {
      Waiting.pause(time);
    } finally {
      link.stall(false);
    }
  }

  private static void deafen(Link link, Duration time) {
    link.deafen(true);
    try {
      Waiting.pause(time);
    } finally {
      link.deafen(false);
    }
  }

  private void note(String what) {
    diary.add(millis() + " ms: " + what);
  }

  private long millis() {
    return TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - startNanos);
  }

  /** How many faults are over. */
  int done() {
    return done.get();
  }

  /** What happened when. */
  List<String> diary() {
    return List.copyOf(diary);
  }

  /**
   * Waits until the last fault is over and what was killed has been started again.
   *
   * @throws SaleException if something did not come back
   */
  void awaitEnd() {
    for (Future<?> strike : strikes) {
      try {
        strike.get(END_LIMIT.toMillis(), TimeUnit.MILLISECONDS);
      } catch (ExecutionException e) {
        throw new SaleException("after a fault: " + e.getCause().getMessage(), e.getCause());
      } catch (TimeoutException e) {
        throw new SaleException("a fault was not over after " + END_LIMIT.toSeconds() + " s", e);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new SaleException("interrupted", e);
      }
    }
  }

  @Override
  public void close() {
    lanes.values().forEach(ScheduledExecutorService::shutdownNow);
    for (ScheduledExecutorService lane : lanes.values()) {
      try {
        lane.awaitTermination(CLOSE_SECONDS, TimeUnit.SECONDS);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
