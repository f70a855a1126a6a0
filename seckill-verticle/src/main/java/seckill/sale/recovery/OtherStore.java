package seckill.sale.recovery;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import seckill.config.RedisSettings;
import seckill.runtime.RedisLink;
import seckill.runtime.RedisStores;
import seckill.runtime.StoreChoice;
import seckill.runtime.StoreChoice.Store;

/** The Redis that sold before another took its place, as long as it can be reached. */
final class OtherStore {
  private static final Logger LOG = LoggerFactory.getLogger(OtherStore.class);

  private final Vertx vertx;
  private final RedisSettings settings;

  OtherStore(Vertx vertx, RedisSettings settings) {
    this.vertx = vertx;
    this.settings = settings;
  }

  /** A link to it, to be closed by the caller; {@code null} if there is none, or it is away. */
  Future<RedisLink> open(StoreChoice now) {
    if (!settings.backup().exists() || now.generation() <= StoreChoice.first().generation()) {
      return Future.succeededFuture();
    }
    Store other = now.active() == Store.MAIN ? Store.BACKUP : Store.MAIN;
    RedisLink link =
        new RedisLink(vertx, RedisStores.only(vertx, settings, other), "till (former store)");
    return link.connect()
        .timeout(settings.connectTimeoutMillis(), TimeUnit.MILLISECONDS)
        .map(link)
        .recover(
            cause -> {
              LOG.warn(
                  "the {} Redis cannot be asked for orders that it alone holds: {}",
                  other,
                  cause.getMessage());
              return link.close().transform(closed -> Future.succeededFuture());
            });
  }
}
