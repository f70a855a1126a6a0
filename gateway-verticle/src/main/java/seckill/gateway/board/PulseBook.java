package seckill.gateway.board;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import seckill.contract.SeckillException;

/**
 * The latest pulse of every process, and what all of them counted since somebody last asked.
 *
 * <p>Processes count from their start on. What one counted before it was first heard is left out,
 * unless it was started after this book was: then it is new.
 */
final class PulseBook {
  /** A process is silent after this many beats that were not heard. */
  private static final int BEATS_MISSED = 4;

  /** Nobody misses a process for longer than this. */
  private static final long FORGOTTEN_AFTER_MILLIS = 600_000;

  /** More processes than any sale has; beyond it no new one is taken in. */
  private static final int MAX_NODES = 1_000;

  private final Instant openedAt;
  private final Map<String, HeardPulse> nodes = new TreeMap<>();
  private final Map<String, Long> flow = new HashMap<>();

  PulseBook(Instant openedAt) {
    this.openedAt = openedAt;
  }

  /**
   * Takes a pulse in, heard at a time in milliseconds since 1970.
   *
   * @throws SeckillException BAD_REQUEST if it cannot be read; nothing changes then
   */
  void hear(JsonObject json, long at) {
    HeardPulse pulse = HeardPulse.of(json, at);
    if (nodes.size() >= MAX_NODES && !nodes.containsKey(pulse.node())) {
      throw SeckillException.badRequest("there are too many processes to take in another");
    }
    HeardPulse before = nodes.put(pulse.node(), pulse);
    Map<String, Long> known = Map.of();
    if (before != null && before.startedAt().equals(pulse.startedAt())) {
      known = before.counts();
    } else if (before == null && pulse.startedAt().isBefore(openedAt)) {
      return;
    }
    for (Map.Entry<String, Long> count : pulse.counts().entrySet()) {
      long now = count.getValue();
      long former = known.getOrDefault(count.getKey(), 0L);
      // A service that was deployed anew in a process counts from nought again.
      long more = now < former ? now : now - former;
      if (more > 0) {
        flow.merge(count.getKey(), more, Long::sum);
      }
    }
  }

  /** What was counted since this was last asked. */
  JsonObject takeFlow() {
    JsonObject taken = new JsonObject();
    flow.forEach(taken::put);
    flow.clear();
    return taken;
  }

  /** The highest measure of all that are not silent: each of them measures everything. */
  JsonObject gauges(long now) {
    JsonObject highest = new JsonObject();
    for (HeardPulse pulse : nodes.values()) {
      if (!isSilent(pulse, now)) {
        pulse
            .gauges()
            .forEach(
                (name, value) -> highest.put(name, Math.max(value, highest.getDouble(name, 0.0))));
      }
    }
    return highest;
  }

  private static boolean isSilent(HeardPulse pulse, long now) {
    return now - pulse.heardAt() > BEATS_MISSED * pulse.everyMillis();
  }

  /** Every process that was heard in the last minutes, and whether it is silent now. */
  JsonArray nodes(long now) {
    forget(now);
    JsonArray told = new JsonArray();
    for (HeardPulse pulse : nodes.values()) {
      told.add(
          new JsonObject()
              .put("node", pulse.node())
              .put("services", pulse.services())
              .put("startedAt", pulse.startedAt().toString())
              .put("heardAt", Instant.ofEpochMilli(pulse.heardAt()).toString())
              .put("silent", isSilent(pulse, now))
              .put("health", pulse.health()));
    }
    return told;
  }

  /** Forgets processes that nobody has heard of for long. */
  void forget(long now) {
    nodes.values().removeIf(pulse -> now - pulse.heardAt() > FORGOTTEN_AFTER_MILLIS);
  }
}
