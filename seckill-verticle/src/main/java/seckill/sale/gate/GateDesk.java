package seckill.sale.gate;

import io.vertx.core.Future;
import io.vertx.core.eventbus.EventBus;
import io.vertx.core.json.JsonObject;
import java.time.Clock;
import java.time.temporal.ChronoUnit;
import seckill.config.ConfigException;
import seckill.config.GateSections;
import seckill.config.RunningSettings;
import seckill.contract.Addresses;
import seckill.contract.Json;
import seckill.contract.Outcome;
import seckill.contract.SeckillException;
import seckill.contract.Texts;
import seckill.runtime.RedisLink;
import seckill.sale.AuditTrail;
import seckill.sale.Audited;
import seckill.sale.BusDoor;
import seckill.sale.Requests;

/** Tells and changes the settings of the gate's layers while the product runs. */
public final class GateDesk {
  /** Two operators at once are rare; more than this many in a row are a fault. */
  private static final int TRIES = 5;

  private final GateStore store;
  private final AuditTrail audit;
  private final RunningSettings own;
  private final EventBus bus;
  private final Clock clock;

  /**
   * @param own the settings of the till's own layers
   */
  public GateDesk(
      RedisLink redis, AuditTrail audit, RunningSettings own, EventBus bus, Clock clock) {
    this.store = new GateStore(redis);
    this.audit = audit;
    this.own = own;
    this.bus = bus;
    this.clock = clock;
  }

  /** Answers {@link Addresses#GATE_GET} and {@link Addresses#GATE_SET}. */
  public void openAt(BusDoor door) {
    door.serve(Addresses.GATE_GET, body -> get(Requests.json(body)));
    door.serve(Addresses.GATE_SET, body -> set(Requests.json(body)));
  }

  private Future<JsonObject> get(JsonObject request) {
    long known = Json.integer(request, "version", -1);
    return store
        .read()
        .map(
            changes -> {
              JsonObject reply = new JsonObject().put("version", changes.version());
              return changes.version() == known
                  ? reply
                  : reply.put("sections", changes.sections()).put("till", ofTill());
            });
  }

  private JsonObject ofTill() {
    JsonObject till = new JsonObject();
    for (String section : GateSections.TILL) {
      till.put(
          section,
          new JsonObject()
              .put("settings", own.inForce(section))
              .put("default", own.ofFile(section)));
    }
    return till;
  }

  private Future<JsonObject> set(JsonObject request) {
    String actor = Requests.actor(request);
    String section = section(request);
    JsonObject settings = settings(request, section);
    return audit.of(
        actor, "gate-settings", AuditTrail.NO_ITEM, change(actor, section, settings, TRIES));
  }

  private static String section(JsonObject request) {
    String section = Json.text(request, "section");
    if (section == null || !GateSections.contains(section)) {
      throw new SeckillException(
          Outcome.NOT_FOUND, "no layer of the gate has a section " + Texts.quote(section));
    }
    return section;
  }

  /** The settings to change; {@code null} to go back to those of the file. */
  private JsonObject settings(JsonObject request, String section) {
    if (request.getValue("settings") == null) {
      return null;
    }
    JsonObject settings = Requests.json(request.getValue("settings"));
    try {
      own.check(section, settings);
    } catch (ConfigException e) {
      throw SeckillException.badRequest(e.getMessage());
    }
    return settings;
  }

  private Future<Audited> change(String actor, String section, JsonObject settings, int tries) {
    if (tries == 0) {
      return Future.failedFuture(
          new SeckillException(Outcome.CONFLICT, "others change the gate at the same time"));
    }
    return store
        .read()
        .compose(
            before -> {
              JsonObject next = settings == null ? null : entry(actor, before, section, settings);
              return store
                  .write(before.version(), section, next)
                  .compose(
                      version ->
                          version == 0
                              ? change(actor, section, settings, tries - 1)
                              : Future.succeededFuture(told(version, section, before, next)));
            });
  }

  private JsonObject entry(String actor, GateChanges before, String section, JsonObject settings) {
    return new JsonObject()
        .put("settings", GateSections.over(section, before.settings(section), settings))
        .put("by", actor)
        .put("at", clock.instant().truncatedTo(ChronoUnit.MILLIS).toString());
  }

  private Audited told(long version, String section, GateChanges before, JsonObject next) {
    bus.publish(
        Addresses.EVENT_GATE, new JsonObject().put("version", version).put("section", section));
    JsonObject after = next == null ? new JsonObject() : next.getJsonObject("settings");
    return new Audited(
        new JsonObject().put("version", version).put("section", section).put("change", next),
        new JsonObject()
            .put("section", section)
            .put("old", before.settings(section))
            .put("new", after));
  }
}
