package seckill.runtime;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.internal.ContextInternal;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import seckill.config.RedisSettings;

/** Connects one link, and again whenever told to, with growing waits until it succeeds. */
final class RedisDialer {
  private static final Logger LOG = LoggerFactory.getLogger(RedisDialer.class);

  private final ContextInternal context;
  private final RedisStores stores;
  private final RedisSettings settings;
  private final String name;
  private final Consumer<RedisSession> adopt;
  private final RedisConnector connector;
  private final Backoff backoff;
  private String lastError = "not connected yet";
  private boolean closed;

  /**
   * @param adopt takes what was connected; on the context
   */
  RedisDialer(
      Vertx vertx,
      ContextInternal context,
      RedisStores stores,
      String name,
      Consumer<RedisSession> adopt) {
    this.context = context;
    this.stores = stores;
    this.settings = stores.settings();
    this.name = name;
    this.adopt = adopt;
    this.connector = new RedisConnector(vertx, settings);
    this.backoff = new Backoff(settings.reconnectMinMillis(), settings.reconnectMaxMillis());
  }

  /** Why there is no connection. */
  String lastError() {
    return lastError;
  }

  /** Connects, trying again until the start timeout is over or trying is in vain. */
  Future<Void> start() {
    Promise<Void> first = context.promise();
    long deadline =
        System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(settings.startTimeoutMillis());
    context.runOnContext(start -> dial(first, deadline));
    return first.future();
  }

  /**
   * Connects again after a loss.
   *
   * @param lasted whether the connection was more than a short success
   */
  void again(String reason, boolean lasted) {
    lastError = reason;
    // A server that takes connections and breaks them at once is not hurried.
    if (lasted) {
      backoff.reset();
    }
    Promise<Void> already = context.promise();
    already.complete();
    context.setTimer(backoff.next(), again -> dial(already, Long.MAX_VALUE));
  }

  /** Gives up for good. */
  Future<Void> close() {
    closed = true;
    lastError = "the link is closed";
    return connector.cancel();
  }

  private void dial(Promise<Void> first, long deadlineNanos) {
    if (closed) {
      first.tryFail(new RedisLinkException(lastError, false));
      return;
    }
    // Sentinels are asked on an event loop of their own.
    Promise<RedisPlace> place = context.promise();
    stores.locate().onComplete(place);
    place
        .future()
        .compose(connector::open)
        .onSuccess(session -> take(session, first, deadlineNanos))
        .onFailure(cause -> tryAgain(cause, first, deadlineNanos));
  }

  private void take(RedisSession session, Promise<Void> first, long deadlineNanos) {
    if (closed || !stores.isCurrent(session.place())) {
      session.close();
      tryAgain(new IllegalStateException("Redis has moved"), first, deadlineNanos);
      return;
    }
    try {
      adopt.accept(session);
    } finally {
      first.tryComplete();
    }
  }

  private void tryAgain(Throwable cause, Promise<Void> first, long deadlineNanos) {
    if (!closed) {
      lastError = TlsFaults.reason(cause);
    }
    boolean starting = !first.future().isComplete();
    boolean hopeless = RedisConnector.isHopeless(cause) || System.nanoTime() > deadlineNanos;
    if (starting && (hopeless || closed)) {
      first.fail(new RedisLinkException("cannot reach Redis: " + lastError, false));
      return;
    }
    if (backoff.failures() == 0) {
      LOG.warn("{}: cannot reach Redis, trying again: {}", name, lastError);
    }
    stores.doubt();
    context.setTimer(backoff.next(), again -> dial(first, deadlineNanos));
  }
}
