package seckill.sale.room;

import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import java.util.function.LongUnaryOperator;
import java.util.function.Supplier;
import seckill.config.RunningSettings;
import seckill.contract.Addresses;
import seckill.runtime.RedisLink;
import seckill.runtime.ServiceContext;
import seckill.sale.BusDoor;

/** The waiting room of one till, put together. Belongs to one event loop. */
public final class WaitingRoom implements RunningSettings.Reader {
  private final Vertx vertx;
  private final RoomDesk desk;
  private final OpenRooms rooms;
  private final Doorkeeper doorkeeper;
  private volatile RoomSettings settings;
  private boolean stopped;

  /**
   * @param epochs the epoch of an item in the books; 0 if not known
   */
  public WaitingRoom(
      Vertx vertx,
      RedisLink redis,
      LongUnaryOperator epochs,
      RoomSettings settings,
      ServiceContext services) {
    this.vertx = vertx;
    this.settings = settings;
    Supplier<RoomSettings> current = () -> this.settings;
    RoomStore store = new RoomStore(redis, epochs);
    this.rooms = new OpenRooms(store, current);
    this.desk = new RoomDesk(new Visits(store, current), store, rooms);
    this.doorkeeper = new Doorkeeper(store, rooms, current, new RoomMeters(services.meters()));
  }

  /** Answers at the door, and begins to admit people. */
  public void openAt(BusDoor door) {
    desk.openAt(door);
    door.listen(Addresses.EVENT_PREHEATED, rooms::find);
    find();
    tick();
  }

  @Override
  public String section() {
    return RoomSettings.SECTION;
  }

  /** Takes over changed settings, without those of batches. */
  @Override
  public void configure(JsonObject section) {
    settings = RoomSettings.ofSection(section);
  }

  /** Admits nobody any more; other tills do. */
  public void stop() {
    stopped = true;
    rooms.stop();
    doorkeeper.stop();
  }

  private void find() {
    if (!stopped) {
      rooms.find();
      vertx.setTimer(settings.findMillis(), again -> find());
    }
  }

  private void tick() {
    if (!stopped) {
      doorkeeper.tick();
      vertx.setTimer(settings.tickMillis(), again -> tick());
    }
  }
}
