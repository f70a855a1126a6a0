package seckill.gateway.control;

import io.vertx.core.Future;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.Map;
import java.util.function.Supplier;
import seckill.config.ConfigException;
import seckill.config.RunningSettings;
import seckill.contract.Addresses;
import seckill.contract.Outcome;
import seckill.contract.SeckillException;
import seckill.contract.Texts;
import seckill.gateway.gate.Till;

/** Shows the layers of the gate and changes their settings on all gateways and tills. */
public final class GateControl {
  private static final String SECTION = "section";
  private static final String SETTINGS = "settings";

  private final GateOrder order;
  private final RunningSettings running;
  private final Supplier<Map<String, Map<String, Long>>> counts;
  private final Till till;
  private final GateWatch watch;

  /**
   * @param counts what the layers of this gateway decided, by layer and outcome
   */
  public GateControl(
      GateOrder order,
      RunningSettings running,
      Supplier<Map<String, Map<String, Long>>> counts,
      Till till) {
    this.order = order;
    this.running = running;
    this.counts = counts;
    this.till = till;
    this.watch = new GateWatch(running, till);
  }

  /** Every layer in order with its settings, and what it counted in this gateway. */
  public Future<JsonObject> show() {
    return till.request(Addresses.GATE_GET, new JsonObject())
        .map(reply -> reply.getJsonObject("till", new JsonObject()))
        // Without the till its own layers have no settings to show; the gateway's have.
        .otherwise(new JsonObject())
        .map(this::layers);
  }

  /** A section of this gateway as it is in force. */
  public JsonObject inForce(String section) {
    return running.inForce(section);
  }

  private JsonObject layers(JsonObject ofTill) {
    Map<String, Map<String, Long>> counted = counts.get();
    JsonArray layers = new JsonArray();
    for (GateOrder.Place place : order.places()) {
      layers.add(layer(place, ofTill).put("counts", counts(counted.get(place.name()))));
    }
    return new JsonObject()
        .put("countsOf", "this gateway")
        .put("version", running.version())
        .put("layers", layers);
  }

  private JsonObject layer(GateOrder.Place place, JsonObject ofTill) {
    String section = place.section();
    JsonObject layer =
        new JsonObject()
            .put("layer", place.name())
            .put("at", place.ofTill() ? "till" : "gateway")
            .put(SECTION, section)
            .put("changeable", canChange(place));
    if (section == null) {
      return layer;
    }
    JsonObject shown =
        place.ofTill()
            ? ofTill.getJsonObject(section, new JsonObject())
            : new JsonObject()
                .put(SETTINGS, running.inForce(section))
                .put("default", running.ofFile(section));
    return withRefusal(layer.mergeIn(shown).put("changed", running.change(section)), section);
  }

  private static JsonObject counts(Map<String, Long> byOutcome) {
    JsonObject json = new JsonObject();
    if (byOutcome != null) {
      byOutcome.forEach(json::put);
    }
    return json;
  }

  private boolean canChange(GateOrder.Place place) {
    return place.ofTill() || place.section() != null && running.has(place.section());
  }

  /**
   * Changes some settings of a layer; without any it goes back to those of the file.
   *
   * @param layer its name, or its section
   * @param settings {@code null} to go back
   */
  public Future<JsonObject> change(String layer, JsonObject settings, String actor) {
    GateOrder.Place place = order.find(layer);
    if (place == null) {
      throw new SeckillException(Outcome.NOT_FOUND, "the gate has no layer " + Texts.quote(layer));
    }
    if (!canChange(place)) {
      throw new SeckillException(
          Outcome.CONFLICT, "layer " + place.name() + " has no settings to change while running");
    }
    check(place, settings);
    JsonObject request =
        new JsonObject().put(SECTION, place.section()).put(SETTINGS, settings).put("actor", actor);
    return till.request(Addresses.GATE_SET, request)
        .compose(
            reply ->
                watch
                    .look()
                    .map(seen -> withRefusal(reply.put("layer", place.name()), place.section())));
  }

  private JsonObject withRefusal(JsonObject json, String section) {
    String refusal = running.refusal(section);
    return refusal == null ? json : json.put("refused", refusal);
  }

  // Also by the layers themselves, so that no change is confirmed that no gateway would take.
  private void check(GateOrder.Place place, JsonObject settings) {
    if (settings == null) {
      return;
    }
    if (settings.isEmpty()) {
      throw SeckillException.badRequest("name at least one setting of " + place.section());
    }
    try {
      running.check(place.section(), settings);
    } catch (ConfigException e) {
      throw SeckillException.badRequest(e.getMessage());
    }
  }
}
