package seckill.sale;

import io.vertx.core.DeploymentOptions;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import java.util.List;
import seckill.config.RunningSettings;
import seckill.runtime.LuaScript;
import seckill.runtime.SchemaMigrator;
import seckill.runtime.Service;
import seckill.runtime.ServiceContext;

/** The till as a service: brings the schema up to date and deploys the selling event loops. */
public final class SeckillService implements Service {

  /** The script that decides purchases, to be measured alone. */
  public static LuaScript purchaseScript() {
    return SaleScript.PURCHASE.lua();
  }

  @Override
  public String name() {
    return "seckill";
  }

  @Override
  public Future<List<String>> deploy(Vertx vertx, JsonObject settings, ServiceContext context) {
    TillSettings till = TillSettings.of(settings);
    RunningSettings running = new RunningSettings(settings);
    return SchemaMigrator.migrate(vertx, till.mysql())
        .compose(
            migrated ->
                vertx.deployVerticle(
                    () -> new SeckillVerticle(till, running, context),
                    new DeploymentOptions().setInstances(till.sale().instances())))
        .map(List::of);
  }
}
