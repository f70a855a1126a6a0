package seckill.sale.room;

import java.util.HashSet;
import java.util.Set;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Admits people on every tick, in every till: the script decides whether it is time, so that any
 * number of doorkeepers admit no more than one would, and none is missed when it dies.
 */
final class Doorkeeper {
  private static final Logger LOG = LoggerFactory.getLogger(Doorkeeper.class);

  private final RoomStore store;
  private final OpenRooms rooms;
  private final Supplier<RoomSettings> settings;
  private final RoomMeters meters;
  private final Set<Long> underWay = new HashSet<>();
  private String lastFault = "";
  private boolean stopped;

  Doorkeeper(RoomStore store, OpenRooms rooms, Supplier<RoomSettings> settings, RoomMeters meters) {
    this.store = store;
    this.rooms = rooms;
    this.settings = settings;
    this.meters = meters;
  }

  void tick() {
    rooms.itemIds().forEach(this::begin);
    meters.keepOnly(rooms.itemIds());
  }

  void stop() {
    stopped = true;
  }

  // A release that is still under way is one that goes on.
  private void begin(long itemId) {
    if (underWay.add(itemId)) {
      release(itemId);
    }
  }

  private void release(long itemId) {
    store
        .release(itemId, settings.get())
        .onSuccess(
            release -> {
              meters.count(itemId, release);
              lastFault = "";
              if (release.more() && !stopped) {
                release(itemId);
              } else {
                underWay.remove(itemId);
              }
            })
        .onFailure(
            cause -> {
              underWay.remove(itemId);
              note(itemId, String.valueOf(cause.getMessage()));
            });
  }

  // Told when it comes and when it changes, not on every tick.
  private void note(long itemId, String fault) {
    if (!fault.equals(lastFault) && !stopped) {
      lastFault = fault;
      LOG.warn("cannot admit people to item {}: {}", itemId, fault);
    }
  }
}
