package seckill.standalone.process;

import io.vertx.core.Future;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import seckill.config.ConfigException;

/** Waits for futures on threads that may block, such as the main one. */
public final class Waiting {
  private Waiting() {}

  /**
   * Does nothing for a while.
   *
   * @throws SaleException if interrupted
   */
  public static void pause(Duration time) {
    try {
      Thread.sleep(time.toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new SaleException("interrupted", e);
    }
  }

  /**
   * The result of a future.
   *
   * @param what it is about, for the message of a failure
   * @throws SaleException if it fails or takes longer than {@code limit}; a {@link UsageException}
   *     if it fails because of a setting
   */
  public static <T> T on(Future<T> future, Duration limit, String what) {
    try {
      return future
          .toCompletionStage()
          .toCompletableFuture()
          .get(limit.toMillis(), TimeUnit.MILLISECONDS);
    } catch (ExecutionException e) {
      Throwable cause = e.getCause();
      String message = what + ": " + cause.getMessage();
      throw cause instanceof ConfigException
          ? new UsageException(message, cause)
          : new SaleException(message, cause);
    } catch (TimeoutException e) {
      throw new SaleException(what + ": no answer within " + limit.toSeconds() + " s", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new SaleException(what + ": interrupted", e);
    }
  }
}
