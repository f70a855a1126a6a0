package seckill.testkit;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** A Vert.x for the clients that tests look at the stores with, and a way to wait for futures. */
public final class TestVertx {
  private static final long TIMEOUT_SECONDS = 60;
  private static final Vertx VERTX = Vertx.vertx();

  private TestVertx() {}

  static Vertx get() {
    return VERTX;
  }

  /** Waits for a future on a test thread. */
  public static <T> T await(Future<T> future) {
    try {
      return future
          .toCompletionStage()
          .toCompletableFuture()
          .get(TIMEOUT_SECONDS, TimeUnit.SECONDS);
    } catch (ExecutionException e) {
      if (e.getCause() instanceof RuntimeException cause) {
        throw cause;
      }
      throw new IllegalStateException(e.getCause());
    } catch (TimeoutException e) {
      throw new IllegalStateException("no answer within " + TIMEOUT_SECONDS + " s", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }
}
