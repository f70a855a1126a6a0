package seckill.gateway.board;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import seckill.contract.Json;
import seckill.contract.SeckillException;
import seckill.contract.Texts;

/**
 * What a process told of itself, and when it was heard.
 *
 * @param node which process it is
 * @param services that run in it
 * @param startedAt when it was started
 * @param everyMillis how often it tells
 * @param health its checks
 * @param counts what it has counted since it was started
 * @param gauges what it measures
 * @param heardAt milliseconds since 1970
 */
record HeardPulse(
    String node,
    JsonArray services,
    Instant startedAt,
    long everyMillis,
    JsonObject health,
    Map<String, Long> counts,
    Map<String, Double> gauges,
    long heardAt) {
  private static final int MAX_NAME_BYTES = 256;

  /** Far more than any process counts; the book keeps them all. */
  private static final int MAX_FIGURES = 5_000;

  private static final int MAX_SERVICES = 100;

  /**
   * Reads a pulse.
   *
   * @throws SeckillException BAD_REQUEST naming the field
   */
  static HeardPulse of(JsonObject pulse, long heardAt) {
    String node = Json.text(pulse, "node");
    if (!Texts.isPlain(node, MAX_NAME_BYTES)) {
      throw SeckillException.badRequest("node must name a process");
    }
    long everyMillis = Json.integer(pulse, "everyMillis", 0);
    if (everyMillis < 1 || everyMillis > Integer.MAX_VALUE) {
      throw SeckillException.badRequest("everyMillis must be a positive integer");
    }
    Map<String, Long> counts = new HashMap<>();
    figures(pulse, "counts").forEach((name, value) -> counts.put(name, value.longValue()));
    Map<String, Double> gauges = new HashMap<>();
    figures(pulse, "gauges").forEach((name, value) -> gauges.put(name, value.doubleValue()));
    return new HeardPulse(
        node,
        services(pulse),
        startedAt(pulse),
        everyMillis,
        object(pulse, "health"),
        counts,
        gauges,
        heardAt);
  }

  private static JsonArray services(JsonObject pulse) {
    if (pulse.getValue("services") instanceof JsonArray services
        && services.size() <= MAX_SERVICES
        && services.stream()
            .allMatch(name -> name instanceof String text && Texts.isPlain(text, MAX_NAME_BYTES))) {
      return services;
    }
    throw SeckillException.badRequest("services must be a list of names");
  }

  private static Instant startedAt(JsonObject pulse) {
    String text = Json.text(pulse, "startedAt");
    try {
      return Instant.parse(text == null ? "" : text);
    } catch (DateTimeException e) {
      throw SeckillException.badRequest("startedAt must be a time");
    }
  }

  private static JsonObject object(JsonObject pulse, String field) {
    if (pulse.getValue(field) instanceof JsonObject object) {
      return object;
    }
    throw SeckillException.badRequest(field + " must be an object");
  }

  private static Map<String, Number> figures(JsonObject pulse, String field) {
    Map<String, Number> figures = new HashMap<>();
    JsonObject object = object(pulse, field);
    for (String name : object.fieldNames()) {
      if (figures.size() == MAX_FIGURES
          || !Texts.isPlain(name, MAX_NAME_BYTES)
          || !(object.getValue(name) instanceof Number value)) {
        throw SeckillException.badRequest(field + " must be numbers by name");
      }
      figures.put(name, value);
    }
    return figures;
  }
}
