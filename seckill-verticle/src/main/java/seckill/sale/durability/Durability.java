package seckill.sale.durability;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.redis.client.impl.types.ErrorType;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import seckill.config.RedisSettings;
import seckill.runtime.RedisLink;
import seckill.runtime.RedisServer;
import seckill.runtime.RedisStores;
import seckill.sale.durability.DurabilitySettings.Level;
import seckill.sale.durability.Offer.Way;

/**
 * Says whether what the till has just been answered is as safe as the settings want it, over a
 * connection of its own, so that no purchase stands behind a wait.
 *
 * <p>Belongs to one event loop.
 */
public final class Durability {
  private static final Logger LOG = LoggerFactory.getLogger(Durability.class);
  private static final String NOT_LOOKED = "it was not looked yet whether Redis can give it";

  private final Vertx vertx;
  private final DurabilitySettings settings;
  private final Supplier<RedisServer> seller;
  private final RedisLink link;
  private final long configMillis;
  private final SafetyStore store;
  private final Barrier barrier;
  private final Timer held;
  private final Timer missed;
  private Offer offer = Offer.none(NOT_LOOKED);
  private String lookedAt = "";
  private String lacking = NOT_LOOKED;
  private String refusal = "";
  private long timer;

  /**
   * @param redis how it is reached, and how often asked for its settings
   * @param seller the server that answers the purchases; {@code null} while there is none
   */
  public Durability(
      Vertx vertx,
      RedisStores stores,
      RedisSettings redis,
      DurabilitySettings settings,
      Supplier<RedisServer> seller,
      MeterRegistry meters) {
    this.vertx = vertx;
    this.settings = settings;
    this.seller = seller;
    this.configMillis = redis.configMillis();
    this.link =
        new RedisLink(
                vertx,
                stores,
                "till (durability)",
                settings.waitMillis() + redis.commandTimeoutMillis())
            .onConnect(this::look);
    this.store = new SafetyStore(link);
    this.barrier = new Barrier(this::await, 2 * settings.waitMillis(), settings.maxWaiting());
    this.held = timer(meters, "yes");
    this.missed = timer(meters, "no");
  }

  private static Timer timer(MeterRegistry meters, String held) {
    return Timer.builder("seckill_durable_wait")
        .description("waits for replicas or for the disk, each for all purchases at hand")
        .tag("held", held)
        .register(meters);
  }

  /**
   * Connects where the level needs it.
   *
   * @return fails if the settings of the server do not allow the level, or its user may not wait
   */
  public Future<Void> start() {
    if (isFree()) {
      return Future.succeededFuture();
    }
    return link.connect()
        .compose(connected -> look())
        .map(
            looked -> {
              if (offer.way() == Way.NONE || !refusal.isEmpty()) {
                throw new IllegalStateException(
                    "durability.level "
                        + settings.level().name().toLowerCase(Locale.ROOT)
                        + " cannot be given: "
                        + why());
              }
              timer = vertx.setPeriodic(lookMillis(), tick -> look());
              return null;
            });
  }

  // Replicas come and go; settings of a server hardly ever change.
  private long lookMillis() {
    return settings.level() == Level.REPLICA ? settings.lookMillis() : configMillis;
  }

  private boolean isFree() {
    return settings.level() == Level.MEMORY;
  }

  /**
   * Whether everything that the seller has answered by now is safe; to be asked at once when the
   * answer comes, and never fails.
   *
   * @param purchases how many wait for it
   */
  public Future<Boolean> holds(int purchases) {
    if (isFree()) {
      return Future.succeededFuture(true);
    }
    RedisServer sold = seller.get();
    // A connection to another server, or to another life of it, knows nothing of the order.
    if (sold == null || !isAt(sold) || !sold.runId().equals(lookedAt)) {
      return Future.succeededFuture(false);
    }
    return switch (offer.way()) {
      case ALWAYS -> Future.succeededFuture(true);
      case NONE -> Future.succeededFuture(false);
      case WAIT -> barrier.pass(purchases).map(safe -> safe && isAt(sold));
    };
  }

  // By the run alone: a server draws a new replication id by itself when it has no replicas for
  // long.
  private boolean isAt(RedisServer server) {
    RedisServer reached = link.server();
    return reached != null && server != null && server.runId().equals(reached.runId());
  }

  private Future<Boolean> await() {
    RedisServer server = link.server();
    long start = System.nanoTime();
    return store
        .replicated(settings.replicas(), settings.waitMillis())
        .onComplete(done -> refusal = refusal(done.cause()))
        .map(replicas -> replicas >= settings.replicas() && isAt(server))
        .otherwise(false)
        .onSuccess(
            enough ->
                (enough ? held : missed).record(System.nanoTime() - start, TimeUnit.NANOSECONDS));
  }

  // An error is no lack of replicas, and must not be told as one.
  private static String refusal(Throwable cause) {
    return cause instanceof ErrorType ? "Redis refused to wait for them: " + words(cause) : "";
  }

  private static String words(Throwable cause) {
    return cause instanceof ErrorType error && error.is("NOPERM")
        ? "its user lacks a right, " + cause.getMessage()
        : String.valueOf(cause.getMessage());
  }

  private Future<Void> look() {
    RedisServer server = link.server();
    return offered()
        .otherwise(
            cause -> Offer.none("Redis does not tell its settings (CONFIG GET): " + words(cause)))
        .compose(
            found -> {
              offer = found;
              lookedAt = server == null ? "" : server.runId();
              return found.way() == Way.WAIT
                  ? barrier.pass(0)
                  : Future.succeededFuture(found.way() == Way.ALWAYS);
            })
        .map(
            safe -> {
              note(safe ? "" : why());
              return null;
            });
  }

  private String why() {
    if (offer.way() == Way.NONE) {
      return offer.why();
    }
    return refusal.isEmpty() ? late() : refusal;
  }

  private Future<Offer> offered() {
    return settings.level() == Level.REPLICA
        ? Future.succeededFuture(Offer.of(Way.WAIT))
        : store.fileSettings().map(Offer::ofDisk);
  }

  private String late() {
    return "fewer than "
        + settings.replicas()
        + " replicas have it within "
        + settings.waitMillis()
        + " ms";
  }

  private void note(String lack) {
    if (!lack.equals(lacking)) {
      if (lack.isEmpty()) {
        LOG.info("durability.level {} holds", settings.level());
      } else {
        LOG.warn("durability.level {} does not hold: {}", settings.level(), lack);
      }
      lacking = lack;
    }
  }

  /** Fails while the level does not hold, and purchases are answered PENDING. */
  public Future<Void> requireHeld() {
    return isFree() || lacking.isEmpty()
        ? Future.succeededFuture()
        : Future.failedFuture("purchases are answered PENDING: " + lacking);
  }

  /** Lets the connection go. */
  public Future<Void> close() {
    vertx.cancelTimer(timer);
    return link.close();
  }
}
