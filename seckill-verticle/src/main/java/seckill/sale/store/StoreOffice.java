package seckill.sale.store;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.util.function.Supplier;
import seckill.config.RedisSettings;
import seckill.runtime.MySqlLink;
import seckill.runtime.StoreFollower;
import seckill.sale.AuditTrail;
import seckill.sale.BusDoor;

/** Everything of the till about the choice between two Redis, put together. */
public final class StoreOffice {
  private final Vertx vertx;
  private final RedisSettings.Backup backup;
  private final StoreDesk desk;
  private final AutoSwitch auto;

  /**
   * @param open succeeds if the store that sells was found right, else fails and says why not
   * @param ping whether the store that sells answers
   */
  public StoreOffice(
      Vertx vertx,
      MySqlLink mysql,
      RedisSettings settings,
      StoreFollower follower,
      Supplier<Future<Void>> open,
      AuditTrail audit,
      Supplier<Future<Void>> ping) {
    this.vertx = vertx;
    this.backup = settings.backup();
    StoreBook book = new StoreBook(mysql);
    StoreSwitch storeSwitch = new StoreSwitch(book, follower, vertx.eventBus());
    this.desk = new StoreDesk(book, follower, open, backup, storeSwitch, audit);
    this.auto =
        new AutoSwitch(
            follower, ping, storeSwitch, audit, backup.switchAfterMillis(), System::nanoTime);
  }

  /** Answers at the bus, and watches the main store if it is to be left without being asked. */
  public void openAt(BusDoor door) {
    desk.openAt(door);
    if (backup.exists() && backup.switchAfterMillis() > 0) {
      vertx.setPeriodic(backup.lookMillis(), tick -> auto.look());
    }
  }
}
