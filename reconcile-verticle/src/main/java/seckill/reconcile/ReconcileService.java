package seckill.reconcile;

import io.vertx.core.DeploymentOptions;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import java.util.List;
import seckill.config.ConfigException;
import seckill.runtime.Service;
import seckill.runtime.ServiceContext;

/** The auditor as a service: it reconciles the books of Redis and MySQL. */
public final class ReconcileService implements Service {
  private final RepairHooks hooks;

  public ReconcileService() {
    this(RepairHooks.NONE);
  }

  ReconcileService(RepairHooks hooks) {
    this.hooks = hooks;
  }

  @Override
  public String name() {
    return "reconcile";
  }

  @Override
  public Future<List<String>> deploy(Vertx vertx, JsonObject settings, ServiceContext context) {
    try {
      ReconcileVerticle auditor = new ReconcileVerticle(settings, context, hooks);
      return vertx.deployVerticle(auditor, new DeploymentOptions()).map(List::of);
    } catch (ConfigException e) {
      return Future.failedFuture(e);
    }
  }
}
