package seckill.sale.gate;

import io.vertx.core.Future;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import seckill.config.RunningSettings;
import seckill.runtime.RedisLink;

/** Takes over what operators changed in the till's own layers; while Redis is away all stays. */
public final class GateWatch {
  private static final Logger LOG = LoggerFactory.getLogger(GateWatch.class);

  private final GateStore store;
  private final RunningSettings settings;

  public GateWatch(RedisLink redis, RunningSettings settings) {
    this.store = new GateStore(redis);
    this.settings = settings;
  }

  /** Looks now; never fails. */
  public Future<Void> look() {
    return store
        .read()
        .map(
            changes -> {
              if (changes.version() != settings.version()) {
                settings.apply(changes.version(), changes.sections());
              }
              return (Void) null;
            })
        .recover(
            cause -> {
              LOG.debug("the settings of the gate stay as they are: {}", cause.getMessage());
              return Future.succeededFuture();
            });
  }
}
