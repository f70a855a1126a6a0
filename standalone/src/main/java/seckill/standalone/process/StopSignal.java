package seckill.standalone.process;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Turns SIGINT and SIGTERM into one orderly teardown, also while things are still being started.
 *
 * <p>The starting thread is interrupted and waited for, so that nothing it was about to start is
 * left behind; then the teardown runs and the process ends.
 */
public final class StopSignal {
  private static final long STARTER_SECONDS = 10;

  private final Teardown teardown;
  private final int exitCode;
  private final Thread starter = Thread.currentThread();
  private final CountDownLatch startOver = new CountDownLatch(1);
  private final Thread hook = new Thread(this::stop, "stop");

  /**
   * Listens from now on; the calling thread is the one that starts things.
   *
   * @param exitCode the process ends with after an orderly stop
   */
  public StopSignal(Teardown teardown, int exitCode) {
    this.teardown = teardown;
    this.exitCode = exitCode;
    Runtime.getRuntime().addShutdownHook(hook);
  }

  /** Says that the starting thread starts nothing more, whether it succeeded or failed. */
  public void startIsOver() {
    startOver.countDown();
  }

  /** Listens no longer; if a signal has come already, blocks until the process ends. */
  public void disarm() {
    startIsOver();
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException e) {
      await();
    }
  }

  /** Blocks until the process ends. */
  public void await() {
    CountDownLatch never = new CountDownLatch(1);
    while (true) {
      try {
        never.await();
      } catch (InterruptedException e) {
        // Only the stop itself interrupts, and it ends the process.
      }
    }
  }

  private void stop() {
    try {
      if (startOver.getCount() > 0) {
        starter.interrupt();
        startOver.await(STARTER_SECONDS, TimeUnit.SECONDS);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    System.err.println("seckill: stopping");
    teardown.close();
    System.err.println("seckill: stopped");
    // The JVM itself would end with 130 or 143, which reads like a failure.
    Runtime.getRuntime().halt(exitCode);
  }
}
