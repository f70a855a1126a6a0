package seckill.runtime;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.internal.ContextInternal;
import io.vertx.redis.client.Command;
import io.vertx.redis.client.Request;
import io.vertx.redis.client.Response;
import io.vertx.redis.client.impl.types.ErrorType;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import seckill.config.RedisSettings;

/**
 * One long-lived connection to Redis that mends itself.
 *
 * <p>Commands are written at once and answered in order, so callers share the connection without
 * waiting for each other; a blocking command needs a link of its own. While the connection is down
 * commands fail at once, and so they do while those under way get no answer at all: nobody queues
 * up behind a server that has fallen silent. A command that got no answer in time closes the
 * connection, because every later answer on it would be as late. No command is ever sent twice,
 * except a script that the server said it does not know. Works on the event loop it was created on;
 * calls from elsewhere are handed over to it.
 *
 * <p>Speaks RESP2 so that replies have one shape whatever the server's version.
 */
public final class RedisLink {
  private static final Logger LOG = LoggerFactory.getLogger(RedisLink.class);

  /** What the client says of a command that it refuses to write. */
  private static final String NOT_WRITTEN = "Redis command is not valid";

  private final ContextInternal context;
  private final RedisSettings settings;
  private final String name;
  private final long timeoutMillis;
  private final long stalledMillis;
  private final Backoff backoff;
  private final RedisConnector connector;

  private volatile RedisSession current;
  private long sent;
  private final Map<String, Long> scriptSent = new HashMap<>();
  private boolean closed;
  private String lastError = "not connected yet";
  private Runnable onConnect = () -> {};
  private Runnable onStall = () -> {};

  /** A link for ordinary commands. */
  public RedisLink(Vertx vertx, RedisSettings settings, String name) {
    this(vertx, settings, name, settings.commandTimeoutMillis(), settings.stalledMillis());
  }

  /**
   * A link with its own time limit, for commands that block by design; its silence means nothing.
   *
   * @param timeoutMillis for one command, longer than any BLOCK argument
   */
  public RedisLink(Vertx vertx, RedisSettings settings, String name, long timeoutMillis) {
    this(vertx, settings, name, timeoutMillis, 0);
  }

  private RedisLink(
      Vertx vertx, RedisSettings settings, String name, long timeoutMillis, long stalledMillis) {
    // Not the caller's own request context, which the connection would outlive.
    this.context = ((ContextInternal) vertx.getOrCreateContext()).unwrap();
    this.settings = settings;
    this.name = name;
    this.timeoutMillis = timeoutMillis;
    this.stalledMillis = stalledMillis;
    this.backoff = new Backoff(settings.reconnectMinMillis(), settings.reconnectMaxMillis());
    this.connector = new RedisConnector(vertx, settings);
  }

  /** Runs an action after every successful connect; to be set before {@link #connect()}. */
  public RedisLink onConnect(Runnable action) {
    this.onConnect = action;
    return this;
  }

  /** Runs an action whenever the server falls silent. */
  public RedisLink onStall(Runnable action) {
    this.onStall = action;
    return this;
  }

  /** Connects, trying again until the start timeout is over or the password is refused. */
  public Future<Void> connect() {
    Promise<Void> promise = Promise.promise();
    long deadline =
        System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(settings.startTimeoutMillis());
    context.runOnContext(start -> tryConnect(promise, deadline));
    return promise.future();
  }

  /** Whether a connection stands. */
  public boolean isUp() {
    return current != null;
  }

  /** Succeeds if Redis answers a PING now. */
  public Future<Void> ping() {
    return send(Request.cmd(Command.PING)).mapEmpty();
  }

  /**
   * Sends one command.
   *
   * @return its reply; fails with {@link RedisLinkException} if there is none, or with the error
   *     that Redis answered
   */
  public Future<Response> send(Request request) {
    return here(() -> sendHere(request));
  }

  private <T> Future<T> here(Supplier<Future<T>> work) {
    if (context.inThread()) {
      return work.get();
    }
    Promise<T> promise = context.owner().getOrCreateContext().promise();
    context.runOnContext(arrived -> work.get().onComplete(promise));
    return promise.future();
  }

  private Future<Response> sendHere(Request request) {
    RedisSession session = current;
    if (session == null) {
      return failed("Redis is not reachable: " + lastError, false);
    }
    if (session.isStalled()) {
      return failed("Redis has not answered for " + stalledMillis + " ms", false);
    }
    if (session.inFlight() >= settings.maxInFlight()) {
      return failed("too many Redis commands are under way", false);
    }
    sent++;
    return session
        .send(request)
        .timeout(timeoutMillis, TimeUnit.MILLISECONDS)
        .recover(cause -> explain(cause, session));
  }

  /**
   * Runs a script by its SHA-1, and by its text where the server does not know it yet.
   *
   * @param keys all keys the script touches, in one cluster slot
   */
  public Future<Response> eval(LuaScript script, List<String> keys, List<String> arguments) {
    return here(() -> evalHere(script, keys, arguments));
  }

  private Future<Response> evalHere(LuaScript script, List<String> keys, List<String> arguments) {
    long position = sent;
    return sendHere(evalRequest(Command.EVALSHA, script.sha1(), keys, arguments))
        .recover(
            cause ->
                cause instanceof ErrorType error && error.is("NOSCRIPT")
                    ? evalUnknown(script, keys, arguments, position)
                    : Future.failedFuture(cause));
  }

  // Many calls may be under way when the server forgets a script. The first to hear of it sends the
  // text; the others stood before it in the queue and find the script known on their second try.
  private Future<Response> evalUnknown(
      LuaScript script, List<String> keys, List<String> arguments, long position) {
    if (scriptSent.getOrDefault(script.sha1(), -1L) > position) {
      return evalHere(script, keys, arguments);
    }
    scriptSent.put(script.sha1(), sent);
    return sendHere(evalRequest(Command.EVAL, script.source(), keys, arguments));
  }

  private static Request evalRequest(
      Command command, String script, List<String> keys, List<String> arguments) {
    Request request = Request.cmd(command).arg(script).arg(keys.size());
    keys.forEach(request::arg);
    arguments.forEach(request::arg);
    return request;
  }

  /** Closes the connection for good; commands under way fail as possibly applied. */
  public Future<Void> close() {
    return here(
        () -> {
          closed = true;
          lastError = "the link is closed";
          RedisSession session = current;
          current = null;
          Future<Void> open = session == null ? Future.succeededFuture() : session.close();
          return Future.join(connector.cancel(), open).mapEmpty();
        });
  }

  private Future<Response> explain(Throwable cause, RedisSession session) {
    if (cause instanceof ErrorType error && !error.is("CONNECTION_CLOSED")) {
      if (error.is("READONLY")) {
        // After a failover the old primary keeps its clients, who must look for the new one.
        retire(session, "this Redis is a read-only replica");
      }
      return Future.failedFuture(cause);
    }
    String reason = String.valueOf(cause.getMessage());
    if (reason.startsWith(NOT_WRITTEN)) {
      return Future.failedFuture(cause);
    }
    drop(session, reason);
    return failed("no answer from Redis: " + reason, true);
  }

  private void tryConnect(Promise<Void> first, long deadlineNanos) {
    if (closed) {
      first.tryFail(new RedisLinkException("the link is closed", false));
      return;
    }
    connector
        .open()
        .onSuccess(session -> adopt(session, first))
        .onFailure(cause -> tryAgain(cause, first, deadlineNanos));
  }

  private void tryAgain(Throwable cause, Promise<Void> first, long deadlineNanos) {
    if (!closed) {
      lastError = String.valueOf(cause.getMessage());
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
    context.setTimer(backoff.next(), again -> tryConnect(first, deadlineNanos));
  }

  private void adopt(RedisSession session, Promise<Void> first) {
    if (closed) {
      session.close();
      first.tryFail(new RedisLinkException("the link is closed", false));
      return;
    }
    session.watchedBy(new StallWatch(context, stalledMillis, () -> stalled(session)));
    current = session;
    session.onEnd(reason -> drop(session, reason));
    LOG.info("{}: connected to Redis", name);
    try {
      onConnect.run();
    } finally {
      first.tryComplete();
    }
  }

  private void stalled(RedisSession session) {
    if (session == current) {
      LOG.warn("{}: Redis does not answer; commands fail at once until it does", name);
      onStall.run();
    }
  }

  private void drop(RedisSession session, String reason) {
    retire(session, reason);
    session.close();
  }

  /** Takes a session out of use; it is closed once what is under way on it is answered. */
  private void retire(RedisSession session, String reason) {
    if (session != current) {
      return;
    }
    LOG.warn("{}: lost the connection to Redis: {}", name, reason);
    lastError = reason;
    current = null;
    session.retire();
    // A server that takes connections and breaks them at once is not hurried.
    if (session.lasted(settings.reconnectMaxMillis())) {
      backoff.reset();
    }
    Promise<Void> already = Promise.promise();
    already.complete();
    context.setTimer(backoff.next(), again -> tryConnect(already, Long.MAX_VALUE));
  }

  private static <T> Future<T> failed(String message, boolean maybeApplied) {
    return Future.failedFuture(new RedisLinkException(message, maybeApplied));
  }
}
