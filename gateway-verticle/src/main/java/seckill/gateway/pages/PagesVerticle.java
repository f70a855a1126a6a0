package seckill.gateway.pages;

import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import seckill.contract.Addresses;
import seckill.runtime.inbound.Facts;

/** Makes the pages of a gateway anew when items are preheated or changed; one per gateway. */
public final class PagesVerticle extends VerticleBase {
  private static final Logger LOG = LoggerFactory.getLogger(PagesVerticle.class);
  private static final List<String> NEWS =
      List.of(Addresses.EVENT_PREHEATED, Addresses.EVENT_ITEM_STATUS, Addresses.EVENT_ITEM_PAGE);

  private final Facts facts;
  private final Pages pages;
  private final Supplier<Future<JsonObject>> till;
  private JsonArray shown;
  private boolean asking;
  private boolean askAgain;
  private boolean failing;

  /**
   * A verticle for one gateway.
   *
   * @param till answers with the item list
   */
  public PagesVerticle(Facts facts, Pages pages, Supplier<Future<JsonObject>> till) {
    this.facts = facts;
    this.pages = pages;
    this.till = till;
  }

  /** Asks once; without a till the gateway starts all the same. */
  @Override
  public Future<?> start() {
    vertx.setPeriodic(pages.settings().refreshMillis(), tick -> refresh());
    return Future.all(
            NEWS.stream().map(address -> facts.hear(vertx, address, news -> refresh())).toList())
        .compose(listening -> refresh().otherwiseEmpty());
  }

  /** Reads the item list; news that come meanwhile have it read once more. */
  private Future<Void> refresh() {
    if (asking) {
      askAgain = true;
      return Future.succeededFuture();
    }
    asking = true;
    return till.get()
        .compose(list -> make(Pages.itemsOf(list)))
        .onComplete(
            done -> {
              asking = false;
              complain(done.cause());
              if (askAgain) {
                askAgain = false;
                refresh();
              }
            });
  }

  private Future<Void> make(JsonArray items) {
    if (items.equals(shown)) {
      return Future.succeededFuture();
    }
    return vertx
        .<Void>executeBlocking(
            () -> {
              pages.make(items);
              return null;
            })
        .onSuccess(made -> shown = items);
  }

  private void complain(Throwable cause) {
    if (cause != null && !failing) {
      LOG.warn("pages are not made anew, the item list cannot be read: {}", cause.getMessage());
    }
    failing = cause != null;
  }
}
