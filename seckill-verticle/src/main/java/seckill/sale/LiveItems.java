package seckill.sale;

import io.vertx.core.Future;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps the list of live items whole.
 *
 * <p>It is a key of its own, which can get lost while the items sell on; without it no consumer
 * would look for their orders.
 */
final class LiveItems {
  private static final Logger LOG = LoggerFactory.getLogger(LiveItems.class);

  private final LiveItemStore store;
  private boolean failing;

  LiveItems(LiveItemStore store) {
    this.store = store;
  }

  /** Puts those of these items on the list that stand in Redis and are missing there. */
  Future<Void> mend(List<Long> itemIds) {
    if (itemIds.isEmpty()) {
      return Future.succeededFuture();
    }
    return store
        .unannounced(itemIds)
        .compose(this::announce)
        .onSuccess(done -> failing = false)
        .onFailure(this::complain);
  }

  private Future<Void> announce(List<Long> itemIds) {
    if (!itemIds.isEmpty()) {
      LOG.warn("put back on the list of live items, where they were missing: {}", itemIds);
    }
    Future<Void> chain = Future.succeededFuture();
    for (long itemId : itemIds) {
      chain = chain.compose(done -> store.announce(itemId));
    }
    return chain;
  }

  private void complain(Throwable cause) {
    if (!failing) {
      failing = true;
      LOG.warn("cannot check the list of live items: {}", cause.getMessage());
    }
  }
}
