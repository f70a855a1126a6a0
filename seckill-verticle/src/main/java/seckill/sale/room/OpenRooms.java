package seckill.sale.room;

import io.vertx.core.Future;
import java.util.List;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Knows which items have a waiting room, as Redis had it a moment ago. */
final class OpenRooms {
  private static final Logger LOG = LoggerFactory.getLogger(OpenRooms.class);

  private final RoomStore store;
  private final Supplier<RoomSettings> settings;
  private List<Long> known = List.of();
  private Future<List<Long>> finding;
  private boolean failing;
  private boolean stopped;

  OpenRooms(RoomStore store, Supplier<RoomSettings> settings) {
    this.store = store;
    this.settings = settings;
  }

  /** The items; while Redis is away, those it last told. */
  List<Long> itemIds() {
    return known;
  }

  /** From now on a failure is nobody's concern. */
  void stop() {
    stopped = true;
  }

  /** Looks again; calls that come meanwhile share the result. */
  Future<List<Long>> find() {
    if (finding != null) {
      return finding;
    }
    Future<List<Long>> search = store.rooms(2 * settings.get().findMillis());
    finding = search;
    return search.onComplete(
        done -> {
          finding = null;
          if (done.succeeded()) {
            known = done.result();
            failing = false;
          } else if (!failing && !stopped) {
            failing = true;
            LOG.warn("cannot look for waiting rooms: {}", done.cause().getMessage());
          }
        });
  }
}
