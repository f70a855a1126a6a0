package seckill.runtime;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.internal.ContextInternal;
import io.vertx.redis.client.Command;
import io.vertx.redis.client.Request;
import io.vertx.redis.client.Response;
import io.vertx.redis.client.impl.types.ErrorType;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import seckill.config.RedisSettings;
import seckill.contract.RedisKeys;

/**
 * One long-lived connection to Redis that mends itself.
 *
 * <p>Commands are written at once and answered in order, so callers share the connection without
 * waiting for each other; a blocking command needs a link of its own. While the connection is down
 * commands fail at once, and so they do while those under way get no answer at all: nobody queues
 * up behind a server that has fallen silent. A command that got no answer in time closes the
 * connection, because every later answer on it would be as late. No command is ever sent twice,
 * except a script that the server said it does not know. It leads to a master, wherever {@link
 * RedisStores} says that this is, and leaves it when it is elsewhere. Works on the event loop it
 * was created on; calls from elsewhere are handed over to it.
 *
 * <p>Speaks RESP2 so that replies have one shape whatever the server's version.
 */
public final class RedisLink {
  private static final Logger LOG = LoggerFactory.getLogger(RedisLink.class);

  /** What the client says of a command that it refuses to write. */
  private static final String NOT_WRITTEN = "Redis command is not valid";

  private final ContextInternal context;
  private final RedisStores stores;
  private final RedisSettings settings;
  private final String name;
  private final long timeoutMillis;
  private final long stalledMillis;
  private final RedisDialer dialer;
  private final RedisScripts scripts = new RedisScripts(this::sendHere);
  private final Runnable stopFollowing;

  private volatile RedisSession current;
  private Runnable onConnect = () -> {};
  private Runnable onStall = () -> {};

  /** A link to the main Redis for ordinary commands. */
  public RedisLink(Vertx vertx, RedisSettings settings, String name) {
    this(vertx, RedisStores.main(vertx, settings), name);
  }

  /**
   * A link to the main Redis with its own time limit, for commands that block by design; its
   * silence means nothing.
   *
   * @param timeoutMillis for one command, longer than any BLOCK argument
   */
  public RedisLink(Vertx vertx, RedisSettings settings, String name, long timeoutMillis) {
    this(vertx, RedisStores.main(vertx, settings), name, timeoutMillis);
  }

  /** A link for ordinary commands to the Redis that sells. */
  public RedisLink(Vertx vertx, RedisStores stores, String name) {
    this(
        vertx,
        stores,
        name,
        stores.settings().commandTimeoutMillis(),
        stores.settings().stalledMillis());
  }

  /**
   * A link to the Redis that sells for commands that block by design.
   *
   * @param timeoutMillis for one command, longer than any BLOCK argument
   */
  public RedisLink(Vertx vertx, RedisStores stores, String name, long timeoutMillis) {
    this(vertx, stores, name, timeoutMillis, 0);
  }

  private RedisLink(
      Vertx vertx, RedisStores stores, String name, long timeoutMillis, long stalledMillis) {
    // Not the caller's own request context, which the connection would outlive.
    this.context = ((ContextInternal) vertx.getOrCreateContext()).unwrap();
    this.stores = stores;
    this.settings = stores.settings();
    this.name = name;
    this.timeoutMillis = timeoutMillis;
    this.stalledMillis = stalledMillis;
    this.dialer = new RedisDialer(vertx, context, stores, name, this::adopt);
    this.stopFollowing = stores.onMove(() -> context.runOnContext(moved -> leaveOldPlace()));
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
    return dialer.start();
  }

  /** The keys of this shop. */
  public RedisKeys keys() {
    return stores.keys();
  }

  /** Whether a connection stands. */
  public boolean isUp() {
    return current != null;
  }

  /** The server that is connected; {@code null} while none is. */
  public RedisServer server() {
    RedisSession session = current;
    return session == null ? null : session.server();
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
      return failed("Redis is not reachable: " + dialer.lastError(), false);
    }
    if (session.isStalled()) {
      return failed("Redis has not answered for " + stalledMillis + " ms", false);
    }
    if (session.inFlight() >= settings.maxInFlight()) {
      return failed("too many Redis commands are under way", false);
    }
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
    return here(() -> scripts.eval(script, keys, arguments));
  }

  /** Closes the connection for good; commands under way fail as possibly applied. */
  public Future<Void> close() {
    return here(
        () -> {
          stopFollowing.run();
          Future<Void> given = dialer.close();
          RedisSession session = current;
          current = null;
          Future<Void> open = session == null ? Future.succeededFuture() : session.close();
          return Future.join(given, open).mapEmpty();
        });
  }

  private Future<Response> explain(Throwable cause, RedisSession session) {
    if (cause instanceof ErrorType error && !error.is("CONNECTION_CLOSED")) {
      if (error.is("READONLY")) {
        // After a failover the old primary keeps its clients, who must look for the new one.
        retire(session, "this Redis is a read-only replica (READONLY)");
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

  private void adopt(RedisSession session) {
    session.watchedBy(new StallWatch(context, stalledMillis, () -> stalled(session)));
    current = session;
    session.onEnd(reason -> drop(session, reason));
    LOG.info("{}: connected to Redis, {}", name, session.place());
    onConnect.run();
  }

  private void leaveOldPlace() {
    RedisSession session = current;
    if (session != null && !stores.isCurrent(session.place())) {
      drop(session, "Redis has moved away from " + session.place());
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
    current = null;
    session.retire();
    dialer.again(reason, session.lasted(settings.reconnectMaxMillis()));
  }

  private static <T> Future<T> failed(String message, boolean maybeApplied) {
    return Future.failedFuture(new RedisLinkException(message, maybeApplied));
  }
}
