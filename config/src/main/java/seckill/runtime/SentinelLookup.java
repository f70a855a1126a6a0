package seckill.runtime;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.internal.ContextInternal;
import io.vertx.core.internal.VertxInternal;
import io.vertx.core.shareddata.Shareable;
import io.vertx.redis.client.Command;
import io.vertx.redis.client.Redis;
import io.vertx.redis.client.RedisOptions;
import io.vertx.redis.client.Request;
import io.vertx.redis.client.Response;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import seckill.config.RedisSettings;
import seckill.config.StoreUrl;

/**
 * Asks sentinels where the master is: one question at a time for all links of the process, and one
 * now and then without being asked, so that idle links hear of a failover as well.
 *
 * <p>A question and not a subscription, since one that has died in silence tells nothing.
 */
final class SentinelLookup implements Shareable {
  private static final Logger LOG = LoggerFactory.getLogger(SentinelLookup.class);
  private static final String SHARED = "seckill.sentinels";

  private final Vertx vertx;
  private final RedisSettings settings;
  private final ContextInternal context;
  private final List<StoreUrl> addresses;
  private final List<Runnable> listeners = new CopyOnWriteArrayList<>();
  private volatile Told known;
  private Future<Told> underWay;
  private boolean watching;
  private volatile boolean ended;

  private SentinelLookup(Vertx vertx, RedisSettings settings) {
    this.vertx = vertx;
    this.settings = settings;
    // Of no deployment's own: it goes on when the one that came first is gone.
    this.context = ((VertxInternal) vertx).createEventLoopContext();
    this.addresses = new ArrayList<>(settings.sentinels().addresses());
    ((VertxInternal) vertx)
        .addCloseHook(
            done -> {
              ended = true;
              done.succeed();
            });
  }

  /** The one lookup of the process for these sentinels and this master. */
  static SentinelLookup shared(Vertx vertx, RedisSettings settings) {
    return vertx
        .sharedData()
        .<String, SentinelLookup>getLocalMap(SHARED)
        .computeIfAbsent(
            settings.sentinels().masterName() + settings.sentinels().addresses(),
            first -> new SentinelLookup(vertx, settings));
  }

  /** Where the master is. */
  record Master(String host, int port) {
    /** The URL of the main Redis, at this place. */
    StoreUrl of(StoreUrl main) {
      return main.at(host, port);
    }

    @Override
    public String toString() {
      return host + ":" + port;
    }
  }

  /**
   * What a sentinel says.
   *
   * @param epoch grows with every failover
   */
  private record Told(Master master, long epoch) {}

  /** The master when last asked; {@code null} if never told. */
  Master known() {
    Told told = known;
    return told == null ? null : told.master();
  }

  /** Says that the master was not found where it should be: another sentinel is asked first. */
  void doubt() {
    context.runOnContext(here -> Collections.rotate(addresses, -1));
  }

  /** Runs an action whenever the master is another one. */
  Runnable onMove(Runnable action) {
    listeners.add(action);
    return () -> listeners.remove(action);
  }

  /** The master now. */
  Future<Master> master() {
    Promise<Master> promise = ((VertxInternal) vertx).getOrCreateContext().promise();
    context.runOnContext(
        here -> {
          watch();
          ask().map(Told::master).onComplete(promise);
        });
    return promise.future();
  }

  private void watch() {
    if (!watching) {
      watching = true;
      context.setPeriodic(settings.sentinels().lookMillis(), tick -> ask());
    }
  }

  private Future<Told> ask() {
    if (underWay == null) {
      Future<Told> asked = askFrom(new ArrayDeque<>(addresses), null, "");
      underWay = asked;
      asked.onComplete(
          done -> {
            underWay = null;
            if (done.succeeded()) {
              heard(done.result());
            }
          });
      return asked;
    }
    return underWay;
  }

  private void heard(Told told) {
    Told before = known;
    known = told;
    if (before == null || !before.master().equals(told.master())) {
      LOG.info("{}: the master is {}", settings.sentinels().masterName(), told.master());
    }
    if (before != null && !before.master().equals(told.master())) {
      listeners.forEach(Runnable::run);
    }
  }

  // A sentinel that is cut off from the others goes on telling of a master of long ago; it is
  // believed only if nobody knows better.
  private Future<Told> askFrom(Deque<StoreUrl> left, Told best, String errors) {
    if (left.isEmpty()) {
      return best == null
          ? context.failedFuture("no sentinel knows the master:" + errors)
          : context.succeededFuture(best);
    }
    StoreUrl sentinel = left.poll();
    return askOne(sentinel)
        .compose(
            told -> {
              if (known == null || told.epoch() >= known.epoch()) {
                // Next time first, since it is there.
                addresses.remove(sentinel);
                addresses.add(0, sentinel);
                return context.succeededFuture(told);
              }
              Told better = best == null || told.epoch() > best.epoch() ? told : best;
              return askFrom(left, better, errors);
            },
            cause ->
                askFrom(
                    left, best, errors + " " + sentinel + ": " + TlsFaults.reason(cause) + ";"));
  }

  private Future<Told> askOne(StoreUrl sentinel) {
    Redis client = Redis.createClient(vertx, options(sentinel));
    Future<Told> answer =
        client
            .connect()
            .compose(
                connection ->
                    connection.send(
                        Request.cmd(Command.SENTINEL)
                            .arg("MASTER")
                            .arg(settings.sentinels().masterName())))
            .map(SentinelLookup::told);
    Promise<Told> here = context.promise();
    answer
        .timeout(settings.connectTimeoutMillis(), TimeUnit.MILLISECONDS)
        .onComplete(
            done -> {
              // Vert.x closes what is open when it ends itself.
              if (!ended) {
                client.close();
              }
            })
        .onComplete(here);
    return here.future();
  }

  private static Told told(Response answer) {
    Map<String, String> fields = new HashMap<>();
    for (int i = 0; i + 1 < answer.size(); i += 2) {
      fields.put(answer.get(i).toString(), answer.get(i + 1).toString());
    }
    return new Told(
        new Master(fields.get("ip"), Integer.parseInt(fields.get("port"))),
        Long.parseLong(fields.getOrDefault("config-epoch", "0")));
  }

  private RedisOptions options(StoreUrl sentinel) {
    RedisOptions options = StoreOptions.redis(sentinel, settings.tls(), 1).setPoolName("sentinel");
    options.getNetClientOptions().setConnectTimeout(settings.connectTimeoutMillis());
    return options;
  }
}
