package seckill.runtime;

import io.vertx.core.Completable;
import io.vertx.core.Future;
import io.vertx.core.eventbus.ReplyException;
import io.vertx.core.eventbus.ReplyFailure;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Asks the cluster's shared data with a time limit, twice, and off the event loops.
 *
 * <p>Vert.x gives its own lookups no limit: one that began while a member died may never be
 * answered, and each later message to the same address waits behind it for good. The cluster may
 * also block the thread that asks.
 */
final class RegistryLookup {
  private final Executor workers;
  private final long limitMillis;

  /** A lookup that had no answer: nothing was sent, and nobody knows to whom it should be. */
  static final class Unanswered extends ReplyException {
    private static final long serialVersionUID = 1;

    private Unanswered(String what, Throwable cause) {
      super(ReplyFailure.NO_HANDLERS, "the cluster does not tell " + what + ": " + cause);
    }
  }

  /**
   * @param workers may be blocked
   * @param limitMillis for each of the two tries
   */
  RegistryLookup(Executor workers, long limitMillis) {
    this.workers = workers;
    this.limitMillis = limitMillis;
  }

  /**
   * Asks, and once more if there is no answer in time.
   *
   * @param what is asked for, to be told in a failure
   * @param question completes what it is given, blocks, or throws
   * @return the answer, or an {@link Unanswered}
   */
  <T> Future<T> ask(String what, Consumer<Completable<T>> question) {
    return tryOnce(question)
        .recover(first -> tryOnce(question))
        .recover(second -> Future.failedFuture(new Unanswered(what, second)));
  }

  private <T> Future<T> tryOnce(Consumer<Completable<T>> question) {
    return Future.<T>future(answer -> workers.execute(() -> ask(question, answer)))
        .timeout(limitMillis, TimeUnit.MILLISECONDS);
  }

  // An answer that comes too late is for nobody.
  private static <T> void ask(Consumer<Completable<T>> question, Completable<T> answer) {
    try {
      question.accept(answer);
    } catch (RuntimeException e) {
      answer.fail(e);
    }
  }
}
