package seckill.order.outbox;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.eventbus.ReplyException;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import seckill.runtime.Backoff;

/**
 * Works the outbox off: claims tasks, has the till do them, and writes down what came of it.
 *
 * <p>A task is removed after it was done, so after a crash in between it is done again; the till
 * knows it by its order and its number. On one event loop; any number of processes at once.
 */
public final class Dispatcher {
  private static final Logger LOG = LoggerFactory.getLogger(Dispatcher.class);

  private final Vertx vertx;
  private final OutboxSettings settings;
  private final Clock clock;
  private final OutboxRows rows;
  private final TakeDesk takes;
  private final OutboxMetrics metrics;
  private final OutboxHooks hooks;
  private final TillUnits till;
  // Not a host's name: that may be longer than the column, and it comes back after a restart.
  private final String name = UUID.randomUUID().toString();
  private final Promise<Void> ended = Promise.promise();
  private long timer = -1;
  private boolean turning;
  private boolean again;
  private boolean stopping;
  private boolean failing;

  public Dispatcher(
      Vertx vertx,
      OutboxSettings settings,
      Clock clock,
      OutboxRows rows,
      TakeDesk takes,
      OutboxMetrics metrics,
      OutboxHooks hooks) {
    this.vertx = vertx;
    this.settings = settings;
    this.clock = clock;
    this.rows = rows;
    this.takes = takes;
    this.metrics = metrics;
    this.hooks = hooks;
    this.till = new TillUnits(vertx, settings.requestTimeoutMillis(), clock);
  }

  /** Begins. */
  public void start() {
    timer = vertx.setPeriodic(settings.lookMillis(), tick -> wake());
    wake();
  }

  /** There may be something to do. */
  public void wake() {
    again = true;
    if (!turning && !stopping) {
      turn();
    }
  }

  /** Claims nothing more; succeeds when what was claimed is done or put back. */
  public Future<Void> stop() {
    stopping = true;
    vertx.cancelTimer(timer);
    return turning ? ended.future() : Future.succeededFuture();
  }

  private void turn() {
    turning = true;
    again = false;
    Instant until = Instant.ofEpochMilli(clock.millis() + settings.leaseMillis());
    rows.claim(name, until, settings.maxBatch())
        .compose(tasks -> work(tasks).map(tasks.size() == settings.maxBatch()))
        .onComplete(
            done -> {
              turning = false;
              tell(done.cause());
              if (stopping) {
                ended.tryComplete();
              } else if (again || done.succeeded() && done.result()) {
                vertx.runOnContext(next -> wake());
              }
            });
  }

  private void tell(Throwable cause) {
    if (cause != null && !failing) {
      LOG.warn("cannot work the outbox off, trying again: {}", cause.getMessage());
    }
    failing = cause != null;
  }

  /** What the till said to a task; {@code null} if that is not known. */
  private record Answer(ClaimedTask claimed, UnitResult result) {
    boolean ends() {
      return result != null && result.ends(claimed.task().kind());
    }

    boolean isReturn() {
      return claimed.task().kind() == UnitTask.Kind.UNIT_RETURN;
    }
  }

  private Future<Void> work(List<ClaimedTask> tasks) {
    return Future.all(tasks.stream().map(this::ask).toList()).compose(all -> writeDown(all.list()));
  }

  private Future<Answer> ask(ClaimedTask claimed) {
    return hooks
        .beforeRequest(claimed)
        .compose(ready -> requireTime(claimed))
        .compose(ready -> till.ask(claimed))
        .compose(result -> hooks.afterAnswer(claimed, result).map(result))
        .onFailure(cause -> note(claimed, cause))
        .transform(done -> Future.succeededFuture(new Answer(claimed, done.result())));
  }

  // What was asked under a claim must have been answered, or be dropped, before the claim ends.
  private Future<Void> requireTime(ClaimedTask claimed) {
    long end = clock.millis() + settings.requestTimeoutMillis();
    return end < claimed.claimedUntil().toEpochMilli()
        ? Future.succeededFuture()
        : Future.failedFuture("the claim has nearly run out");
  }

  private static void note(ClaimedTask claimed, Throwable cause) {
    if (cause instanceof ReplyException) {
      LOG.debug("the till did not do task {}: {}", claimed.id(), cause.getMessage());
    } else {
      LOG.warn("task {} of the outbox failed: {}", claimed.id(), cause.getMessage());
    }
  }

  private Future<Void> writeDown(List<Answer> answers) {
    List<ClaimedTask> returned = new ArrayList<>();
    List<ClaimedTask> waiting = new ArrayList<>();
    Future<Void> taken = Future.succeededFuture();
    for (Answer answer : answers) {
      ClaimedTask claimed = answer.claimed();
      if (!answer.ends()) {
        waiting.add(claimed);
        continue;
      }
      metrics.done(claimed.task().kind(), answer.result());
      if (answer.isReturn()) {
        returned.add(claimed);
        warnOfSurplus(answer);
      } else {
        taken = taken.compose(previous -> settle(answer, waiting));
      }
    }
    Future<Void> removed = returned.isEmpty() ? Future.succeededFuture() : rows.remove(returned);
    return Future.join(removed, taken).transform(done -> putBack(waiting, done.cause()));
  }

  private static void warnOfSurplus(Answer answer) {
    if (answer.result() == UnitResult.SURPLUS) {
      LOG.warn(
          "item {}: order {} gave up a unit that the shelf had no room for",
          answer.claimed().task().itemId(),
          answer.claimed().task().orderId());
    }
  }

  private Future<Void> settle(Answer answer, List<ClaimedTask> waiting) {
    return takes
        .settle(answer.claimed(), answer.result())
        .recover(
            cause -> {
              note(answer.claimed(), cause);
              waiting.add(answer.claimed());
              return Future.succeededFuture();
            });
  }

  private Future<Void> putBack(List<ClaimedTask> tasks, Throwable failure) {
    metrics.putBack(tasks.size());
    Map<Integer, List<ClaimedTask>> byAttempts =
        tasks.stream().collect(Collectors.groupingBy(ClaimedTask::attempts));
    Future<Void> chain = Future.succeededFuture();
    for (Map.Entry<Integer, List<ClaimedTask>> group : byAttempts.entrySet()) {
      Instant nextAt = clock.instant().plusMillis(wait(group.getKey()));
      chain = chain.compose(previous -> rows.putBack(group.getValue(), nextAt));
    }
    return failure == null ? chain : chain.transform(done -> Future.failedFuture(failure));
  }

  private long wait(int attempts) {
    return Backoff.afterFailures(
        settings.retryMinMillis(), settings.retryMaxMillis(), attempts - 1);
  }
}
