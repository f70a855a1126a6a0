package seckill.runtime;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.Tuple;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import seckill.config.RedisSettings;
import seckill.runtime.StoreChoice.Store;

/**
 * Follows the row of the books that says which Redis sells, and sends the links there.
 *
 * <p>Where there is a backup, what was read is a lease: who has not read the row for {@code
 * redis.storeLeaseMillis} may not sell any longer, and who has switched may not sell before
 * everybody else's lease is over. So two stores never sell at a time, whoever is cut off from whom.
 *
 * <p>Belongs to one event loop.
 */
public final class StoreFollower {
  private static final Logger LOG = LoggerFactory.getLogger(StoreFollower.class);

  // A locking read, so that a switch that is being committed is waited for and not overlooked.
  private static final String READ =
      "SELECT active, generation, TIMESTAMPDIFF(MICROSECOND, changed_at, SYSDATE(6)) FROM"
          + " store_choice WHERE id = 1 LOCK IN SHARE MODE";

  private final Vertx vertx;
  private final RedisSettings.Backup backup;
  private final RedisStores stores;
  private final MySqlLink mysql;
  private final LongSupplier nanoClock;
  private boolean reading;
  private boolean failing;
  private long readNanos;
  private long openNanos;

  /** Follows the choice for the links that are made with {@link #stores()}. */
  public StoreFollower(Vertx vertx, RedisSettings settings, MySqlLink mysql) {
    this(vertx, settings, mysql, System::nanoTime);
  }

  StoreFollower(Vertx vertx, RedisSettings settings, MySqlLink mysql, LongSupplier nanoClock) {
    this.vertx = vertx;
    this.backup = settings.backup();
    this.stores = RedisStores.undecided(vertx, settings);
    this.mysql = mysql;
    this.nanoClock = nanoClock;
  }

  /** Where the links are to connect. */
  public RedisStores stores() {
    return stores;
  }

  /** The choice that was read last; {@code null} before the first. */
  public StoreChoice choice() {
    return stores.choice();
  }

  /** Succeeds once the row was read, and goes on reading it; the schema must be there. */
  public Future<Void> start() {
    return look()
        .map(
            read -> {
              vertx.setPeriodic(backup.lookMillis(), tick -> look());
              return null;
            });
  }

  /** Reads the row now, unless this is being done. */
  public Future<Void> look() {
    if (reading) {
      return Future.succeededFuture();
    }
    reading = true;
    long asked = nanoClock.getAsLong();
    Promise<Void> done = Promise.promise();
    mysql
        .execute(READ, Tuple.tuple())
        .map(rows -> read(rows, asked))
        .onComplete(
            read -> {
              reading = false;
              complain(read.cause());
            })
        .<Void>mapEmpty()
        .onComplete(done);
    return done.future();
  }

  private Void read(RowSet<Row> rows, long asked) {
    if (rows.size() != 1) {
      throw new IllegalStateException("store_choice must have one row");
    }
    Row row = rows.iterator().next();
    StoreChoice choice = new StoreChoice(Store.valueOf(row.getString(0)), row.getLong(1));
    readNanos = asked;
    if (!choice.equals(stores.choice())) {
      chosen(choice, TimeUnit.MICROSECONDS.toNanos(row.getLong(2)));
    }
    return null;
  }

  private void chosen(StoreChoice choice, long ageNanos) {
    StoreChoice before = stores.choice();
    // By our own clock if we saw the change; by that of MySQL if we have just begun.
    long passed = before == null ? Math.max(0, ageNanos) : 0;
    boolean neverSwitched = choice.generation() <= StoreChoice.first().generation();
    openNanos = nanoClock.getAsLong() + (neverSwitched ? 0 : Math.max(0, leaseNanos() - passed));
    if (before != null || !neverSwitched) {
      LOG.warn("the {} Redis sells, by switch {}", choice.active(), choice.generation());
    }
    stores.choose(choice);
  }

  private void complain(Throwable cause) {
    if (cause != null && !failing) {
      LOG.warn("cannot read which Redis sells: {}", cause.getMessage());
    }
    failing = cause != null;
  }

  private long leaseNanos() {
    return TimeUnit.MILLISECONDS.toNanos(backup.leaseMillis());
  }

  /** Whether it is certain that no other store sells. */
  public boolean maySell() {
    return why() == null;
  }

  /** Fails if it is not certain that no other store sells, and says why. */
  public Future<Void> requireSole() {
    String reason = why();
    return reason == null ? Future.succeededFuture() : Future.failedFuture(reason);
  }

  private String why() {
    StoreChoice choice = stores.choice();
    if (choice == null) {
      return "MySQL has not told yet which Redis sells";
    }
    if (!backup.exists()) {
      return choice.active() == Store.MAIN
          ? null
          : "the backup sells, and redis.backupUrl is empty";
    }
    long now = nanoClock.getAsLong();
    if (now - readNanos > leaseNanos()) {
      return "MySQL has not told for "
          + TimeUnit.NANOSECONDS.toMillis(now - readNanos)
          + " ms which Redis sells";
    }
    return now - openNanos < 0
        ? "the "
            + choice.active()
            + " Redis sells in "
            + TimeUnit.NANOSECONDS.toMillis(openNanos - now)
            + " ms, when nobody uses the other one any longer"
        : null;
  }
}
