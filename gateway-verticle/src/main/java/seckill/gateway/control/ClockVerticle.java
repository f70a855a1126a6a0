package seckill.gateway.control;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.VerticleBase;
import seckill.config.ClockSettings;
import seckill.runtime.ClockWatch;
import seckill.runtime.ServiceContext;

/** Keeps one gateway's time that of Redis, which the seckill service tells. */
public final class ClockVerticle extends VerticleBase {
  private final ServiceContext service;
  private final ClockSettings settings;
  private ClockWatch clock;
  private Runnable check = () -> {};

  public ClockVerticle(ServiceContext service, ClockSettings settings) {
    this.service = service;
    this.settings = settings;
  }

  /** A gateway starts without a seckill service, and is ready once there was one. */
  @Override
  public Future<?> start() {
    clock = ClockWatch.ofBus(vertx, service, settings);
    check = service.health().register("clock", this::check);
    clock.look();
    return Future.succeededFuture();
  }

  private Future<Void> check() {
    Promise<Void> result = Promise.promise();
    context.runOnContext(here -> clock.check().onComplete(result));
    return result.future();
  }

  @Override
  public Future<?> stop() {
    check.run();
    clock.stop();
    return Future.succeededFuture();
  }
}
