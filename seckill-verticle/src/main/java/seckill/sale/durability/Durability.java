package seckill.sale.durability;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
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
  private final SafetyStore store;
  private final Barrier barrier;
  private final Timer held;
  private final Timer missed;
  private Offer offer = Offer.none(NOT_LOOKED);
  private String lookedAt = "";
  private String lacking = NOT_LOOKED;
  private long timer;

  /**
   * @param commandTimeoutMillis of ordinary commands
   * @param seller the server that answers the purchases; {@code null} while there is none
   */
  public Durability(
      Vertx vertx,
      RedisStores stores,
      long commandTimeoutMillis,
      DurabilitySettings settings,
      Supplier<RedisServer> seller,
      MeterRegistry meters) {
    this.vertx = vertx;
    this.settings = settings;
    this.seller = seller;
    this.link =
        new RedisLink(
                vertx, stores, "till (durability)", settings.waitMillis() + commandTimeoutMillis)
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
   * @return fails if the level is DISK and the settings of the server do not allow it
   */
  public Future<Void> start() {
    if (isFree()) {
      return Future.succeededFuture();
    }
    return link.connect()
        .compose(connected -> look())
        .map(
            looked -> {
              if (offer.way() == Way.NONE) {
                throw new IllegalStateException(
                    "durability.level " + settings.level() + " cannot be given: " + offer.why());
              }
              timer = vertx.setPeriodic(settings.lookMillis(), tick -> look());
              return null;
            });
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
      case WAIT, WAIT_AOF -> barrier.pass(purchases).map(safe -> safe && isAt(sold));
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
    Future<Boolean> safe =
        offer.way() == Way.WAIT
            ? store
                .replicated(settings.replicas(), settings.waitMillis())
                .map(replicas -> replicas >= settings.replicas())
            : store.written(settings.waitMillis());
    return safe.map(enough -> enough && isAt(server))
        .otherwise(false)
        .onSuccess(
            enough ->
                (enough ? held : missed).record(System.nanoTime() - start, TimeUnit.NANOSECONDS));
  }

  private Future<Void> look() {
    RedisServer server = link.server();
    return offered()
        .otherwise(cause -> Offer.none("Redis does not tell: " + cause.getMessage()))
        .compose(
            found -> {
              offer = found;
              lookedAt = server == null ? "" : server.runId();
              return found.way() == Way.WAIT || found.way() == Way.WAIT_AOF
                  ? barrier.pass(0)
                  : Future.succeededFuture(found.way() == Way.ALWAYS);
            })
        .map(
            safe -> {
              note(safe ? "" : offer.way() == Way.NONE ? offer.why() : late());
              return null;
            });
  }

  private Future<Offer> offered() {
    return settings.level() == Level.REPLICA
        ? Future.succeededFuture(Offer.of(Way.WAIT))
        : store.canWaitForDisk().compose(this::offeredByDisk);
  }

  // Where settings are hidden, as with some hosts, WAITAOF itself tells whether there is a file.
  private Future<Offer> offeredByDisk(boolean waits) {
    return store
        .fileSettings()
        .map(file -> Offer.ofDisk(waits, file))
        .recover(
            hidden ->
                waits
                    ? Future.succeededFuture(Offer.of(Way.WAIT_AOF))
                    : Future.failedFuture(hidden));
  }

  private String late() {
    return (settings.level() == Level.REPLICA
            ? "fewer than " + settings.replicas() + " replicas have"
            : "the disk has not got")
        + " it within "
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
