package seckill.sale.room;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;

/** Counts, per item with a waiting room, who waits and what became of those who waited. */
final class RoomMeters {
  private static final String ITEM = "item";

  private final MeterRegistry registry;
  private final Map<Long, RoomMeter> rooms = new HashMap<>();

  RoomMeters(MeterRegistry registry) {
    this.registry = registry;
  }

  void count(long itemId, Release release) {
    rooms.computeIfAbsent(itemId, RoomMeter::new).count(release);
  }

  /** Forgets the items that have no waiting room any more. */
  void keepOnly(Collection<Long> itemIds) {
    if (rooms.size() > itemIds.size()) {
      rooms
          .entrySet()
          .removeIf(
              room -> {
                boolean over = !itemIds.contains(room.getKey());
                if (over) {
                  room.getValue().all.forEach(registry::remove);
                }
                return over;
              });
    }
  }

  private final class RoomMeter {
    private final AtomicLong waiting = new AtomicLong();
    private final AtomicLong outstanding = new AtomicLong();
    private final Counter admitted;
    private final Counter expired;
    private final Counter aside;
    private final Counter lost;
    private final List<Meter> all;

    RoomMeter(long itemId) {
      String item = Long.toString(itemId);
      admitted = counter("seckill_room_admissions", "users admitted", item);
      expired = counter("seckill_room_expired", "admissions that ended unused", item);
      aside = counter("seckill_room_set_aside", "users absent when their turn came", item);
      lost = counter("seckill_room_lost", "places lost by absence", item);
      all =
          List.of(
              gauge("seckill_room_waiting", "users who wait", item, waiting),
              gauge("seckill_room_admitted", "admissions that are valid", item, outstanding),
              admitted,
              expired,
              aside,
              lost);
    }

    private Counter counter(String name, String description, String item) {
      return Counter.builder(name).description(description).tag(ITEM, item).register(registry);
    }

    private Gauge gauge(String name, String description, String item, AtomicLong value) {
      return Gauge.builder(name, value, AtomicLong::get)
          .strongReference(true)
          .description(description)
          .tag(ITEM, item)
          .register(registry);
    }

    void count(Release release) {
      waiting.set(release.waiting());
      outstanding.set(release.outstanding());
      admitted.increment(release.admitted());
      expired.increment(release.expired());
      aside.increment(release.aside());
      lost.increment(release.lost());
    }
  }
}
