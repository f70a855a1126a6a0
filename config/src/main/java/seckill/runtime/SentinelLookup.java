package seckill.runtime;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.internal.ContextInternal;
import io.vertx.core.internal.VertxInternal;
import io.vertx.core.shareddata.Shareable;
import io.vertx.redis.client.Command;
import io.vertx.redis.client.ProtocolVersion;
import io.vertx.redis.client.Redis;
import io.vertx.redis.client.RedisOptions;
import io.vertx.redis.client.Request;
import io.vertx.redis.client.Response;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import seckill.config.RedisSettings;

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
  private final List<String> addresses;
  private final List<Runnable> listeners = new CopyOnWriteArrayList<>();
  private volatile String known;
  private Future<String> underWay;
  private boolean watching;

  private SentinelLookup(Vertx vertx, RedisSettings settings) {
    this.vertx = vertx;
    this.settings = settings;
    // Of no deployment's own: it goes on when the one that came first is gone.
    this.context = ((VertxInternal) vertx).createEventLoopContext();
    this.addresses = new ArrayList<>(settings.sentinels().addresses());
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

  /** {@code host:port} of the master when last asked; {@code null} if never told. */
  String known() {
    return known;
  }

  /** Runs an action whenever the master is another one. */
  Runnable onMove(Runnable action) {
    listeners.add(action);
    return () -> listeners.remove(action);
  }

  /** {@code host:port} of the master now. */
  Future<String> master() {
    Promise<String> promise = ((VertxInternal) vertx).getOrCreateContext().promise();
    context.runOnContext(
        here -> {
          watch();
          ask().onComplete(promise);
        });
    return promise.future();
  }

  private void watch() {
    if (!watching) {
      watching = true;
      context.setPeriodic(settings.sentinels().lookMillis(), tick -> ask());
    }
  }

  private Future<String> ask() {
    if (underWay == null) {
      Future<String> asked = askFrom(0, "no sentinel is named");
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

  private void heard(String master) {
    if (master.equals(known)) {
      return;
    }
    LOG.info("{}: the master is {}", settings.sentinels().masterName(), master);
    boolean moved = known != null;
    known = master;
    if (moved) {
      listeners.forEach(Runnable::run);
    }
  }

  private Future<String> askFrom(int position, String lastError) {
    if (position == addresses.size()) {
      return context.failedFuture("no sentinel knows the master: " + lastError);
    }
    String sentinel = addresses.get(position);
    return askOne(sentinel)
        .onSuccess(
            master -> {
              // Next time first, since it is there.
              addresses.remove(position);
              addresses.add(0, sentinel);
            })
        .recover(cause -> askFrom(position + 1, sentinel + ": " + cause.getMessage()));
  }

  private Future<String> askOne(String sentinel) {
    Redis client = Redis.createClient(vertx, options(sentinel));
    Future<String> answer =
        client
            .connect()
            .compose(
                connection ->
                    connection.send(
                        Request.cmd(Command.SENTINEL)
                            .arg("GET-MASTER-ADDR-BY-NAME")
                            .arg(settings.sentinels().masterName())))
            .map(this::address);
    Promise<String> here = context.promise();
    answer
        .timeout(settings.connectTimeoutMillis(), TimeUnit.MILLISECONDS)
        .onComplete(done -> client.close())
        .onComplete(here);
    return here.future();
  }

  private String address(Response answer) {
    if (answer == null || answer.size() < 2) {
      throw new IllegalStateException(
          "it watches no master called " + settings.sentinels().masterName());
    }
    String host = answer.get(0).toString();
    return (host.contains(":") ? "[" + host + "]" : host) + ":" + answer.get(1);
  }

  private RedisOptions options(String sentinel) {
    RedisOptions options =
        new RedisOptions()
            .setConnectionString("redis://" + sentinel)
            .setPreferredProtocolVersion(ProtocolVersion.RESP2)
            .setMaxPoolSize(1);
    if (!settings.sentinels().password().isEmpty()) {
      options.setPassword(settings.sentinels().password());
    }
    options.getNetClientOptions().setConnectTimeout(settings.connectTimeoutMillis());
    return options;
  }
}
