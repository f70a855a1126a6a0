package seckill.runtime;

import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.redis.client.Command;
import io.vertx.redis.client.ProtocolVersion;
import io.vertx.redis.client.Redis;
import io.vertx.redis.client.RedisConnection;
import io.vertx.redis.client.RedisOptions;
import io.vertx.redis.client.Request;
import io.vertx.redis.client.Response;
import io.vertx.redis.client.impl.types.ErrorType;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import seckill.config.RedisSettings;

/**
 * One long-lived connection to Redis that mends itself.
 *
 * <p>Commands are written at once and answered in order, so callers share the connection without
 * waiting for each other; a blocking command needs a link of its own. While the connection is down
 * commands fail at once. A command that got no answer in time closes the connection, because every
 * later answer on it would be as late. Belongs to the event loop it was created on.
 *
 * <p>Speaks RESP2 so that replies have one shape whatever the server's version.
 */
public final class RedisLink {
  private static final Logger LOG = LoggerFactory.getLogger(RedisLink.class);

  /** The client's own queue is kept larger than ours, so that ours decides. */
  private static final int CLIENT_QUEUE_SLACK = 16;

  private final Vertx vertx;
  private final Context context;
  private final RedisSettings settings;
  private final String name;
  private final long timeoutMillis;
  private final Backoff backoff;

  private Redis client;
  private RedisConnection connection;
  private long generation;
  private int inFlight;
  private long sent;
  private final Map<String, Long> scriptSent = new HashMap<>();
  private boolean closed;
  private String lastError = "not connected yet";
  private Runnable onConnect = () -> {};

  /** A link for ordinary commands. */
  public RedisLink(Vertx vertx, RedisSettings settings, String name) {
    this(vertx, settings, name, settings.commandTimeoutMillis());
  }

  /**
   * A link with its own time limit, for commands that block by design.
   *
   * @param timeoutMillis for one command, longer than any BLOCK argument
   */
  public RedisLink(Vertx vertx, RedisSettings settings, String name, long timeoutMillis) {
    this.vertx = vertx;
    this.context = vertx.getOrCreateContext();
    this.settings = settings;
    this.name = name;
    this.timeoutMillis = timeoutMillis;
    this.backoff = new Backoff(settings.reconnectMinMillis(), settings.reconnectMaxMillis());
  }

  /** Runs an action after every successful connect; to be set before {@link #connect()}. */
  public RedisLink onConnect(Runnable action) {
    this.onConnect = action;
    return this;
  }

  /** Connects, trying again until the start timeout is over. */
  public Future<Void> connect() {
    Promise<Void> promise = Promise.promise();
    long deadline =
        System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(settings.startTimeoutMillis());
    context.runOnContext(start -> tryConnect(promise, deadline));
    return promise.future();
  }

  /** Whether a connection stands. */
  public boolean isUp() {
    return connection != null;
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
    RedisConnection current = connection;
    if (current == null) {
      return failed("Redis is not reachable: " + lastError, false);
    }
    if (inFlight >= settings.maxInFlight()) {
      return failed("too many Redis commands are under way", false);
    }
    inFlight++;
    sent++;
    long sentOn = generation;
    Future<Response> reply = current.send(request);
    reply.onComplete(done -> inFlight--);
    return reply
        .timeout(timeoutMillis, TimeUnit.MILLISECONDS)
        .recover(cause -> explain(cause, sentOn));
  }

  /**
   * Runs a script by its SHA-1, and by its text where the server does not know it yet.
   *
   * @param keys all keys the script touches, in one cluster slot
   */
  public Future<Response> eval(LuaScript script, List<String> keys, List<String> arguments) {
    long position = sent;
    return send(evalRequest(Command.EVALSHA, script.sha1(), keys, arguments))
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
      return eval(script, keys, arguments);
    }
    scriptSent.put(script.sha1(), sent);
    return send(evalRequest(Command.EVAL, script.source(), keys, arguments));
  }

  private static Request evalRequest(
      Command command, String script, List<String> keys, List<String> arguments) {
    Request request = Request.cmd(command).arg(script).arg(keys.size());
    keys.forEach(request::arg);
    arguments.forEach(request::arg);
    return request;
  }

  /** Closes the connection for good. */
  public Future<Void> close() {
    closed = true;
    connection = null;
    lastError = "closed";
    return client == null ? Future.succeededFuture() : client.close();
  }

  private Future<Response> explain(Throwable cause, long sentOn) {
    if (cause instanceof ErrorType error && !error.is("CONNECTION_CLOSED")) {
      return Future.failedFuture(cause);
    }
    if (sentOn == generation) {
      drop(cause.getMessage());
    }
    return failed("no answer from Redis: " + cause.getMessage(), true);
  }

  private void tryConnect(Promise<Void> first, long deadlineNanos) {
    if (closed) {
      first.tryFail("closed");
      return;
    }
    Redis fresh = Redis.createClient(vertx, options());
    fresh
        .connect()
        .timeout(settings.connectTimeoutMillis(), TimeUnit.MILLISECONDS)
        .compose(candidate -> candidate.send(Request.cmd(Command.PING)).map(candidate))
        .timeout(settings.connectTimeoutMillis(), TimeUnit.MILLISECONDS)
        .onSuccess(candidate -> adopt(fresh, candidate, first))
        .onFailure(
            cause -> {
              fresh.close();
              lastError = cause.getMessage();
              if (!first.future().isComplete() && System.nanoTime() > deadlineNanos) {
                first.fail(new RedisLinkException("cannot reach Redis: " + lastError, false));
                return;
              }
              if (backoff.failures() == 0) {
                LOG.warn("{}: cannot reach Redis, trying again: {}", name, lastError);
              }
              vertx.setTimer(backoff.next(), again -> tryConnect(first, deadlineNanos));
            });
  }

  private void adopt(Redis fresh, RedisConnection candidate, Promise<Void> first) {
    if (closed) {
      fresh.close();
      first.tryFail("closed");
      return;
    }
    long mine = ++generation;
    client = fresh;
    connection = candidate;
    candidate.exceptionHandler(cause -> lost(mine, cause.getMessage()));
    candidate.endHandler(end -> lost(mine, "connection closed"));
    LOG.info("{}: connected to Redis", name);
    backoff.reset();
    onConnect.run();
    first.tryComplete();
  }

  private void lost(long lostGeneration, String reason) {
    if (lostGeneration == generation) {
      drop(reason);
    }
  }

  private void drop(String reason) {
    if (closed || connection == null) {
      return;
    }
    LOG.warn("{}: lost the connection to Redis: {}", name, reason);
    lastError = reason;
    connection = null;
    client.close();
    tryConnect(Promise.promise(), Long.MAX_VALUE);
  }

  private RedisOptions options() {
    RedisOptions options =
        new RedisOptions()
            .setConnectionString(settings.url())
            .setPreferredProtocolVersion(ProtocolVersion.RESP2)
            .setMaxPoolSize(1)
            .setMaxWaitingHandlers(settings.maxInFlight() + CLIENT_QUEUE_SLACK);
    options.getNetClientOptions().setConnectTimeout(settings.connectTimeoutMillis());
    options.getNetClientOptions().setTcpKeepAlive(true).setTcpNoDelay(true);
    return options;
  }

  private static <T> Future<T> failed(String message, boolean maybeApplied) {
    return Future.failedFuture(new RedisLinkException(message, maybeApplied));
  }
}
