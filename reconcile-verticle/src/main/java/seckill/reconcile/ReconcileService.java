package seckill.reconcile;

import io.vertx.core.DeploymentOptions;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import java.util.List;
import seckill.config.ConfigException;
import seckill.config.MySqlSettings;
import seckill.config.RedisSettings;
import seckill.runtime.Service;
import seckill.runtime.ServiceContext;

/** The auditor as a service: it reconciles the books of Redis and MySQL. */
public final class ReconcileService implements Service {

  @Override
  public String name() {
    return "reconcile";
  }

  @Override
  public Future<List<String>> deploy(Vertx vertx, JsonObject settings, ServiceContext context) {
    try {
      ReconcileSettings own = ReconcileSettings.of(settings);
      RedisSettings redis = RedisSettings.of(settings);
      MySqlSettings mysql = MySqlSettings.of(settings);
      return vertx
          .deployVerticle(
              () -> new ReconcileVerticle(own, redis, mysql, context), new DeploymentOptions())
          .map(List::of);
    } catch (ConfigException e) {
      return Future.failedFuture(e);
    }
  }
}
