package seckill.gateway.board;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;

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

  private static final String STARTED_AT = "startedAt";

  private final Instant openedAt;
  private final Map<String, Node> nodes = new TreeMap<>();
  private final Map<String, Long> flow = new HashMap<>();

  private record Node(JsonObject pulse, long heardAt) {
    boolean isSilent(long now) {
      return now - heardAt > BEATS_MISSED * pulse.getLong("everyMillis");
    }
  }

  PulseBook(Instant openedAt) {
    this.openedAt = openedAt;
  }

  /** Takes a pulse in, heard at a time in milliseconds since 1970. */
  void hear(JsonObject pulse, long at) {
    Node before = nodes.put(pulse.getString("node"), new Node(pulse, at));
    JsonObject known = new JsonObject();
    if (before != null && started(before.pulse()).equals(started(pulse))) {
      known = before.pulse().getJsonObject("counts");
    } else if (before == null && started(pulse).isBefore(openedAt)) {
      return;
    }
    for (Map.Entry<String, Object> count : pulse.getJsonObject("counts")) {
      long now = ((Number) count.getValue()).longValue();
      long former = known.getLong(count.getKey(), 0L);
      // A service that was deployed anew in a process counts from nought again.
      long more = now < former ? now : now - former;
      if (more > 0) {
        flow.merge(count.getKey(), more, Long::sum);
      }
    }
  }

  private static Instant started(JsonObject pulse) {
    return Instant.parse(pulse.getString(STARTED_AT));
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
    for (Node node : nodes.values()) {
      if (!node.isSilent(now)) {
        for (Map.Entry<String, Object> gauge : node.pulse().getJsonObject("gauges")) {
          double value = ((Number) gauge.getValue()).doubleValue();
          highest.put(gauge.getKey(), Math.max(value, highest.getDouble(gauge.getKey(), 0.0)));
        }
      }
    }
    return highest;
  }

  /** Every process that was heard in the last minutes, and whether it is silent now. */
  JsonArray nodes(long now) {
    nodes.values().removeIf(node -> now - node.heardAt() > FORGOTTEN_AFTER_MILLIS);
    JsonArray told = new JsonArray();
    for (Node node : nodes.values()) {
      told.add(
          new JsonObject()
              .put("node", node.pulse().getString("node"))
              .put("services", node.pulse().getJsonArray("services"))
              .put(STARTED_AT, node.pulse().getString(STARTED_AT))
              .put("heardAt", Instant.ofEpochMilli(node.heardAt()).toString())
              .put("silent", node.isSilent(now))
              .put("health", node.pulse().getJsonObject("health")));
    }
    return told;
  }
}
