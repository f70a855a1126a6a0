package seckill.order;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.List;
import seckill.config.MySqlSettings;
import seckill.order.life.ChangeHook;
import seckill.order.life.LifeVerticle;
import seckill.order.outbox.OutboxHooks;
import seckill.runtime.MySqlLink;
import seckill.runtime.SchemaMigrator;
import seckill.runtime.Service;
import seckill.runtime.ServiceContext;

/** The pen as a service: drains the orders streams into MySQL, and lets orders live on there. */
public final class ConsumerService implements Service {

  @Override
  public String name() {
    return "consumer";
  }

  @Override
  public Future<List<String>> deploy(Vertx vertx, JsonObject settings, ServiceContext context) {
    ConsumerSetup setup = ConsumerSetup.of(settings);
    return migrate(vertx, setup.mysql())
        .compose(ready -> vertx.executeBlocking(() -> ConsumerNames.of(setup.consumer().name())))
        .compose(names -> deploy(vertx, setup, names, context));
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

  private static Future<List<String>> deploy(
      Vertx vertx, ConsumerSetup setup, ConsumerNames names, ServiceContext context) {
    List<Future<String>> deployments = new ArrayList<>();
    for (int i = 0; i < setup.consumer().instances(); i++) {
      deployments.add(
          vertx.deployVerticle(
              new ConsumerVerticle(setup, names.of(i), i == 0, context, FaultHooks.NONE)));
    }
    deployments.add(
        vertx.deployVerticle(
            new LifeVerticle(setup.forLife(), context, ChangeHook.NONE, OutboxHooks.NONE)));
    return Future.all(deployments).map(all -> all.<String>list());
  }
}
