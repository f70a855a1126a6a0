package seckill.runtime;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import java.util.List;

/** One of the four services: how to deploy it on a Vert.x. */
public interface Service {

  /** The name, one of {@code SettingsSchema.SERVICES}. */
  String name();

  /**
   * Deploys the service's verticles.
   *
   * @param settings checked settings of this service
   * @return the deployment ids, once the service is ready to work
   */
  Future<List<String>> deploy(Vertx vertx, JsonObject settings, ServiceContext context);
}
