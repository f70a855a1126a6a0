package seckill.gateway.board;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.time.Clock;
import java.util.ArrayDeque;
import java.util.Deque;

/** What the last minutes were like in all processes, as one gateway heard it. Thread-safe. */
public final class Board {
  /** Points that are kept, one per second. */
  private static final int KEPT = 300;

  /** Milliseconds between two points. */
  static final long EVERY_MILLIS = 1000;

  private final Clock clock;
  private PulseBook pulses;
  private final Deque<JsonObject> points = new ArrayDeque<>();
  private long lastAt;

  public Board(Clock clock) {
    this.clock = clock;
    begin();
  }

  /** Forgets what it knows, and keeps what comes from now on. */
  synchronized void begin() {
    pulses = new PulseBook(clock.instant());
    points.clear();
    lastAt = clock.millis();
  }

  /** Takes in what a process tells of itself. */
  synchronized void hear(JsonObject pulse) {
    pulses.hear(pulse, clock.millis());
  }

  /** Closes a point: what was counted since the one before, and what is measured now. */
  synchronized void tick() {
    long now = clock.millis();
    pulses.forget(now);
    points.addLast(
        new JsonObject()
            .put("at", now)
            .put("millis", Math.max(1, now - lastAt))
            .put("counts", pulses.takeFlow())
            .put("gauges", pulses.gauges(now)));
    lastAt = now;
    while (points.size() > KEPT) {
      points.removeFirst();
    }
  }

  /**
   * All processes, and the points after a time.
   *
   * @param after milliseconds since 1970; 0 for all points
   */
  public synchronized JsonObject overview(long after) {
    JsonArray fresh = new JsonArray();
    for (JsonObject point : points) {
      if (point.getLong("at") > after) {
        fresh.add(point);
      }
    }
    long now = clock.millis();
    return new JsonObject()
        .put("at", now)
        .put("everyMillis", EVERY_MILLIS)
        .put("nodes", pulses.nodes(now))
        .put("points", fresh);
  }
}
