package seckill.testkit;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/**
 * A measure of time for promises such as "within two seconds" that does not depend on how busy the
 * machine is: what another client of the same server gets done meanwhile, one small command after
 * the other. A machine that stands still for a second stands still for that client, too.
 */
public final class MachinePace implements AutoCloseable {
  /** An idle machine of two cores gets more than so many done, with the pauses between them. */
  private static final long COMMANDS_PER_SECOND = 500;

  private final AtomicLong commands = new AtomicLong();
  private final Thread client;
  private volatile boolean ended;

  private MachinePace(TestRedis redis) {
    client = new Thread(() -> work(redis), "machine-pace");
    client.setDaemon(true);
  }

  /** Measures from now on. */
  public static MachinePace by(TestRedis redis) {
    MachinePace pace = new MachinePace(redis);
    pace.client.start();
    return pace;
  }

  private void work(TestRedis redis) {
    while (!ended) {
      redis.command("PING");
      commands.incrementAndGet();
      // Not a hope that something is over: the work must leave the machine to what is tested.
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(1));
    }
  }

  /** Begins to measure how long something takes. */
  public Stretch begin() {
    return new Stretch(System.nanoTime(), commands.get());
  }

  @Override
  public void close() throws InterruptedException {
    ended = true;
    client.join();
  }

  /** A stretch of time that has begun. */
  public final class Stretch {
    private final long startNanos;
    private final long startCommands;

    private Stretch(long startNanos, long startCommands) {
      this.startNanos = startNanos;
      this.startCommands = startCommands;
    }

    /**
     * Whether no more than a limit has passed: by the clock, or by what a machine that is not busy
     * gets done in that time.
     */
    public boolean isWithin(Duration limit) {
      return System.nanoTime() - startNanos <= limit.toNanos()
          || commands.get() - startCommands <= limit.toMillis() * COMMANDS_PER_SECOND / 1000;
    }

    @Override
    public String toString() {
      return TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - startNanos)
          + " ms, "
          + (commands.get() - startCommands)
          + " commands";
    }
  }
}
