package seckill.order.notice;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import seckill.runtime.Backoff;

/** Runs rounds one after the other: at once while there is work, else from time to time. */
final class NoticeLoop {
  private static final Logger LOG = LoggerFactory.getLogger(NoticeLoop.class);

  private final Vertx vertx;
  private final String what;
  private final Supplier<Future<Turn>> round;
  private final long pollMillis;
  private final Backoff backoff;
  private final Promise<Void> ended = Promise.promise();
  private Promise<Void> pause = Promise.promise();
  private boolean woken;
  private boolean stopping;
  private volatile String trouble;

  /**
   * @param what is sent, for the log
   * @param pauseMaxMillis longest wait while rounds cannot do anything
   */
  NoticeLoop(
      Vertx vertx,
      String what,
      Supplier<Future<Turn>> round,
      long pollMillis,
      long pauseMaxMillis) {
    this.vertx = vertx;
    this.what = what;
    this.round = round;
    this.pollMillis = pollMillis;
    this.backoff = new Backoff(pollMillis, pauseMaxMillis);
  }

  void start() {
    vertx.runOnContext(go -> turn());
  }

  /** There may be work now. */
  void wake() {
    woken = true;
    if (backoff.failures() == 0) {
      pause.tryComplete();
    }
  }

  /** Why nothing can be sent now, or {@code null}. */
  String trouble() {
    return trouble;
  }

  /** Begins no more rounds; succeeds when the one under way is over. */
  Future<Void> stop() {
    stopping = true;
    pause.tryComplete();
    return ended.future();
  }

  private void turn() {
    if (stopping) {
      ended.tryComplete();
      return;
    }
    woken = false;
    Future.succeededFuture()
        .compose(go -> round.get())
        .onSuccess(this::next)
        .onFailure(cause -> struggle(String.valueOf(cause.getMessage())));
  }

  private void next(Turn turn) {
    if (turn == Turn.UNREACHABLE) {
      struggle("nobody is there to take notices");
      return;
    }
    if (trouble != null) {
      LOG.info("{}: going on", what);
      trouble = null;
    }
    backoff.reset();
    pause(turn == Turn.WORKED || woken ? 0 : pollMillis);
  }

  private void struggle(String why) {
    if (backoff.failures() == 0 && !stopping) {
      LOG.warn("{}: {}", what, why);
    } else {
      LOG.debug("{}: {}", what, why);
    }
    trouble = why;
    pause(backoff.next());
  }

  private void pause(long millis) {
    if (millis == 0 || stopping) {
      vertx.runOnContext(again -> turn());
      return;
    }
    Promise<Void> current = Promise.promise();
    pause = current;
    long timer = vertx.setTimer(millis, over -> current.tryComplete());
    current
        .future()
        .onComplete(
            over -> {
              vertx.cancelTimer(timer);
              turn();
            });
  }
}
