package seckill.order.notice;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.time.Clock;

/**
 * Brings notices to buyers, or to whoever tells them.
 *
 * <p>Others than our own are found by {@link java.util.ServiceLoader}; each instance of the service
 * that sends has one of its own and calls it on one event loop.
 */
public interface NoticeSender {
  /** What {@code notify.sender} calls it. */
  String name();

  /** Makes ready to send, before the first notice. */
  default Future<Void> open(Vertx vertx, NoticeSettings settings, Clock clock) {
    return Future.succeededFuture();
  }

  /**
   * Sends one notice; after a crash or a lost answer it comes again with the same id. Must not
   * block.
   *
   * @return success once the receiver has it. After an {@link UndeliveredException} things go on as
   *     it says, after any other failure and after {@code notify.timeoutMillis} it is tried again
   */
  Future<Void> send(Notice notice);

  /** Sends nothing more. */
  default Future<Void> close() {
    return Future.succeededFuture();
  }
}
