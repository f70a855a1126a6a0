package seckill.sale;

import io.vertx.core.DeploymentOptions;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import java.util.List;
import seckill.config.MySqlSettings;
import seckill.config.RedisSettings;
import seckill.config.RunningSettings;
import seckill.runtime.MySqlLink;
import seckill.runtime.SchemaMigrator;
import seckill.runtime.Service;
import seckill.runtime.ServiceContext;
import seckill.sale.gate.GateRefresh;

/** The till as a service: brings the schema up to date and deploys the selling event loops. */
public final class SeckillService implements Service {

  @Override
  public String name() {
    return "seckill";
  }

  @Override
  public Future<List<String>> deploy(Vertx vertx, JsonObject settings, ServiceContext context) {
    RedisSettings redis = RedisSettings.of(settings);
    MySqlSettings mysql = MySqlSettings.of(settings);
    SaleSettings sale = SaleSettings.of(settings);
    RunningSettings gate = new RunningSettings(settings);
    long refreshMillis = settings.getJsonObject("gate").getLong("refreshMillis");
    return migrate(vertx, mysql)
        .compose(
            migrated ->
                vertx.deployVerticle(
                    () ->
                        new SeckillVerticle(
                            redis, mysql, sale, new GateRefresh(gate, refreshMillis), context),
                    new DeploymentOptions().setInstances(sale.instances())))
        .map(List::of);
  }

  private static Future<Void> migrate(Vertx vertx, MySqlSettings settings) {
    if (!settings.migrate()) {
      return Future.succeededFuture();
    }
    MySqlLink mysql = new MySqlLink(vertx, settings);
    return mysql
        .awaitReady()
        .compose(ready -> new SchemaMigrator(mysql).migrate())
        .eventually(mysql::close);
  }
}
