package seckill.order.notice;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.util.ArrayList;
import java.util.List;
import seckill.config.MySqlSettings;
import seckill.runtime.ServiceContext;

/** Starts what sends notices. */
public final class Notices {
  private Notices() {}

  /**
   * Deploys the senders that the settings ask for, or who says that nobody is told anything.
   *
   * @return the deployment ids
   */
  public static Future<List<String>> deploy(
      Vertx vertx, NoticeSettings settings, MySqlSettings mysql, ServiceContext service) {
    List<Future<String>> deployments = new ArrayList<>();
    if (!settings.isOn()) {
      deployments.add(vertx.deployVerticle(new NoticesOffVerticle()));
    }
    for (int i = 0; settings.isOn() && i < settings.instances(); i++) {
      deployments.add(
          vertx.deployVerticle(
              new NoticeVerticle(
                  settings,
                  mysql,
                  i == 0,
                  service,
                  Senders.of(settings.sender()),
                  NoticeHooks.NONE)));
    }
    return Future.all(deployments).map(all -> all.<String>list());
  }
}
