package seckill.order;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.List;
import seckill.order.life.ChangeHook;
import seckill.order.life.LifeVerticle;
import seckill.order.notice.NoticeBook;
import seckill.order.notice.Notices;
import seckill.order.outbox.OutboxHooks;
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
    return SchemaMigrator.migrate(vertx, setup.mysql())
        .compose(ready -> vertx.executeBlocking(() -> ConsumerNames.of(setup.consumer().name())))
        .compose(names -> deploy(vertx, setup, names, context));
  }

  private static Future<List<String>> deploy(
      Vertx vertx, ConsumerSetup setup, ConsumerNames names, ServiceContext context) {
    List<Future<String>> deployments = new ArrayList<>();
    LandingRate rate = setup.consumer().landingRate(System::nanoTime);
    for (int i = 0; i < setup.consumer().instances(); i++) {
      deployments.add(
          vertx.deployVerticle(
              new ConsumerVerticle(setup, names.of(i), i == 0, context, rate, FaultHooks.NONE)));
    }
    ChangeHook changed = new ChangedNotices(NoticeBook.of(setup.notices()));
    deployments.add(
        vertx.deployVerticle(
            new LifeVerticle(setup.forLife(), context, changed, OutboxHooks.NONE)));
    return Future.all(deployments)
        .map(all -> all.<String>list())
        .compose(
            consumers ->
                Notices.deploy(vertx, setup.notices(), setup.mysql(), context)
                    .map(
                        senders -> {
                          List<String> all = new ArrayList<>(consumers);
                          all.addAll(senders);
                          return all;
                        }));
  }
}
