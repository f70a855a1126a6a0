package seckill.runtime;

import io.vertx.core.Vertx;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.time.Clock;
import java.util.List;
import seckill.config.ManagementSettings;
import seckill.contract.Addresses;

/**
 * Tells everybody again and again how one process is and what it has counted.
 *
 * <p>Whoever wants to know listens; a process that says nothing any more is missed by those who
 * heard it before. Nobody has to know who there is.
 */
public final class Pulse {
  private final Vertx vertx;
  private final Health health;
  private final Figures figures;
  private final Clock clock;
  private final JsonObject self;
  private final ManagementSettings settings;
  private boolean checking;
  private long timer = -1;

  /**
   * A pulse that does not beat yet.
   *
   * @param node what tells this process from all others, and stays the same when it is restarted
   * @param services that run in it
   */
  public Pulse(
      Vertx vertx, String node, List<String> services, ServiceContext of, ManagementSettings how) {
    this.vertx = vertx;
    this.health = of.health();
    this.figures = new Figures(of.meters());
    this.clock = of.clock();
    this.settings = how;
    this.self =
        new JsonObject()
            .put("node", node)
            .put("services", new JsonArray(services))
            .put("startedAt", clock.instant().toString())
            .put("everyMillis", how.pulseMillis());
  }

  /** Begins, unless the settings want none; ends with {@link #stop} or with Vert.x. */
  public Pulse start() {
    if (settings.pulseMillis() > 0) {
      beat();
      timer = vertx.setPeriodic(settings.pulseMillis(), tick -> beat());
    }
    return this;
  }

  /** Says no more. */
  public void stop() {
    vertx.cancelTimer(timer);
  }

  private synchronized void beat() {
    // Checks may take longer than a beat where a store is away.
    if (checking) {
      return;
    }
    checking = true;
    health
        .ready(settings.checkTimeoutMillis())
        .onComplete(
            checked -> {
              checkedOnce();
              vertx.eventBus().publish(Addresses.EVENT_PULSE, message(checked.result()));
            });
  }

  private synchronized void checkedOnce() {
    checking = false;
  }

  private JsonObject message(JsonObject checks) {
    return self.copy()
        .put("at", clock.instant().toString())
        .put("health", checks == null ? new JsonObject().put("status", "DOWN") : checks)
        .put("counts", figures.counts())
        .put("gauges", figures.gauges());
  }
}
