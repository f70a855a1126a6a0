package seckill.runtime;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import seckill.config.ConfigException;
import seckill.config.RedisSettings;
import seckill.contract.RedisKeys;
import seckill.runtime.StoreChoice.Store;

/**
 * The places of Redis that links connect to: the main one, found by sentinels if there are any, or
 * the backup. Tells the links when the place is another one.
 */
public final class RedisStores {
  private final Vertx vertx;
  private final RedisSettings settings;
  private final SentinelLookup sentinels;
  private final List<Runnable> listeners = new CopyOnWriteArrayList<>();
  private final RedisKeys keys;
  private volatile StoreChoice choice;

  private RedisStores(Vertx vertx, RedisSettings settings, StoreChoice choice) {
    this.vertx = vertx;
    this.settings = settings;
    this.choice = choice;
    this.keys = new RedisKeys(settings.keyPrefix());
    this.sentinels = settings.sentinels().exist() ? SentinelLookup.shared(vertx, settings) : null;
  }

  /** The main Redis for good. */
  public static RedisStores main(Vertx vertx, RedisSettings settings) {
    return new RedisStores(vertx, settings, StoreChoice.first());
  }

  /** One store for good, whichever sells. */
  public static RedisStores only(Vertx vertx, RedisSettings settings, Store store) {
    return new RedisStores(
        vertx, settings, new StoreChoice(store, StoreChoice.first().generation()));
  }

  /** No Redis until one is chosen. */
  static RedisStores undecided(Vertx vertx, RedisSettings settings) {
    return new RedisStores(vertx, settings, null);
  }

  RedisSettings settings() {
    return settings;
  }

  /** The keys of this shop. */
  RedisKeys keys() {
    return keys;
  }

  /** The choice in force; {@code null} if it is not known yet. */
  StoreChoice choice() {
    return choice;
  }

  /** Sends the links to another Redis, if it is another one. */
  void choose(StoreChoice other) {
    if (!other.equals(choice)) {
      choice = other;
      listeners.forEach(Runnable::run);
    }
  }

  /**
   * Runs an action whenever the place may be another one.
   *
   * @return what ends this
   */
  Runnable onMove(Runnable action) {
    listeners.add(action);
    Runnable deaf = sentinels == null ? () -> {} : sentinels.onMove(action);
    return () -> {
      listeners.remove(action);
      deaf.run();
    };
  }

  /** Where to connect now. */
  Future<RedisPlace> locate() {
    StoreChoice now = choice;
    return now == null
        ? Future.failedFuture("MySQL has not told yet which Redis sells")
        : locate(now);
  }

  private Future<RedisPlace> locate(StoreChoice by) {
    if (by.active() == Store.BACKUP) {
      return settings.backup().exists()
          ? Future.succeededFuture(new RedisPlace(by, settings.backup().url()))
          : Future.failedFuture(
              new ConfigException("the backup sells, and redis.backupUrl is empty"));
    }
    return sentinels == null
        ? Future.succeededFuture(new RedisPlace(by, settings.url()))
        : sentinels.master().map(master -> new RedisPlace(by, master.of(settings.url())));
  }

  /** Whether a place is the one to be connected to, as far as is known. */
  boolean isCurrent(RedisPlace place) {
    if (!place.choice().equals(choice)) {
      return false;
    }
    SentinelLookup.Master master =
        sentinels == null || place.choice().active() == Store.BACKUP ? null : sentinels.known();
    return master == null || place.url().equals(master.of(settings.url()));
  }

  /** Says that the place that was told last leads nowhere. */
  void doubt() {
    if (sentinels != null) {
      sentinels.doubt();
    }
  }

  /** Succeeds if a store answers now and takes writes, whichever sells. */
  public Future<Void> probe(Store store) {
    RedisConnector connector = new RedisConnector(vertx, settings);
    return locate(new StoreChoice(store, 0)).compose(connector::open).compose(RedisSession::close);
  }
}
