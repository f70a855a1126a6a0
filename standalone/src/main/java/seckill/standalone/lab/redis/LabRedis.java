package seckill.standalone.lab.redis;

import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.redis.client.Command;
import io.vertx.redis.client.Redis;
import io.vertx.redis.client.RedisConnection;
import io.vertx.redis.client.RedisOptions;
import io.vertx.redis.client.Request;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import seckill.config.SecretMask;
import seckill.standalone.process.Machine;
import seckill.standalone.process.SaleException;
import seckill.standalone.process.StoreAccess;
import seckill.standalone.process.Waiting;

/**
 * The Redis of the lab, and its connections: all on one event loop, each opened once and kept, so
 * that every version has the same.
 */
public final class LabRedis implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(LabRedis.class);
  private static final Duration LIMIT = Duration.ofMinutes(10);
  private static final Duration CONNECT_LIMIT = Duration.ofSeconds(20);

  private final Vertx vertx = Vertx.vertx(new VertxOptions().setEventLoopPoolSize(1));
  private final Context context = vertx.getOrCreateContext();
  private final RedisOptions options;
  private final List<Redis> clients = new ArrayList<>();
  private final Traffic traffic = new Traffic();
  private Line keeper;

  /**
   * Connects once, for the lab's own questions.
   *
   * @throws SaleException one line, if there is no Redis at this URL
   */
  public LabRedis(String url) {
    this.options = StoreAccess.redis(url, 1);
    try {
      keeper = await("cannot connect to " + SecretMask.maskUrl(url), this::connect);
    } catch (SaleException e) {
      close();
      throw e;
    }
  }

  /** The lab's own connection, on which nothing is counted. */
  public Line keeper() {
    return keeper;
  }

  /** Counts what goes over the lines of {@link #lines}. */
  public Traffic traffic() {
    return traffic;
  }

  /** Opens connections for so many clients; what they send is counted. */
  public List<Line> lines(int count) {
    return await(
        "cannot open " + count + " connections",
        () -> {
          List<Future<Line>> lines = new ArrayList<>();
          for (int i = 0; i < count; i++) {
            lines.add(connect().map(traffic::counted));
          }
          return Future.all(lines).map(all -> all.<Line>list());
        });
  }

  /** Opens one more connection; nothing is counted on it. */
  public Future<Line> connect() {
    return open().map(LabRedis::line);
  }

  /**
   * Opens one more connection that will be ended by the server.
   *
   * @param ended runs once it has
   */
  public Future<Line> connect(Runnable ended) {
    return open()
        .map(
            connection -> {
              connection.endHandler(end -> ended.run());
              return line(connection);
            });
  }

  private Future<RedisConnection> open() {
    Redis client;
    try {
      client = Redis.createClient(vertx, options);
    } catch (IllegalArgumentException e) {
      return Future.failedFuture(e);
    }
    clients.add(client);
    return client.connect().timeout(CONNECT_LIMIT.toMillis(), TimeUnit.MILLISECONDS);
  }

  private static Line line(RedisConnection connection) {
    // Whoever waits for a reply hears of it, too.
    connection.exceptionHandler(cause -> LOG.debug("a connection has failed", cause));
    return (command, arguments) -> {
      Request request = Request.cmd(Command.create(command));
      arguments.forEach(request::arg);
      return connection.send(request);
    };
  }

  /**
   * Hears of every command that Redis carries out from now on, in their order.
   *
   * @param heard gets the lines of MONITOR
   */
  public Future<Void> monitor(Consumer<String> heard) {
    return open()
        .compose(
            connection -> {
              connection.handler(told -> heard.accept(told.toString()));
              return connection.send(Request.cmd(Command.MONITOR)).mapEmpty();
            });
  }

  /** What Redis has carried out so far. */
  public Future<CommandStats> stats() {
    return keeper.send("INFO", "commandstats").map(info -> CommandStats.read(info.toString()));
  }

  /** The version of the server. */
  public Future<String> version() {
    return keeper
        .send("INFO", "server")
        .map(info -> Machine.value(info.toString().lines(), "redis_version", "unknown"));
  }

  /**
   * Runs work on the event loop and waits for it.
   *
   * @param what it is, for the message of a failure
   * @throws SaleException if it fails or takes too long
   */
  public <T> T await(String what, Supplier<Future<T>> work) {
    Promise<T> done = Promise.promise();
    context.runOnContext(
        begun -> Future.succeededFuture().compose(ok -> work.get()).onComplete(done));
    return Waiting.on(done.future(), LIMIT, what);
  }

  @Override
  public void close() {
    clients.forEach(Redis::close);
    Waiting.on(vertx.close(), CONNECT_LIMIT, "closing the connections");
  }
}
