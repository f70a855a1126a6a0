package seckill.standalone.rehearsal.gate;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import seckill.standalone.client.Reply;
import seckill.standalone.client.SaleApi;

/** Pauses an item in the middle of the rush, and opens it again. */
final class SwitchDrill {
  private static final long PAUSE_MILLIS = 1000;
  private static final long AGAIN_MILLIS = 200;

  private final Vertx vertx;
  private final SaleApi api;
  private final String itemId;
  private final Promise<Void> over = Promise.promise();

  SwitchDrill(Vertx vertx, SaleApi api, String itemId) {
    this.vertx = vertx;
    this.api = api;
    this.itemId = itemId;
  }

  /** Runs it; the future succeeds when the item is open again. */
  Future<Void> run() {
    api.pause(itemId).onComplete(paused -> vertx.setTimer(PAUSE_MILLIS, due -> resume()));
    return over.future();
  }

  // Whatever became of the pause, the item must be open in the end.
  private void resume() {
    api.resume(itemId)
        .map(Reply::succeeded)
        .otherwise(false)
        .onSuccess(
            open -> {
              if (open) {
                over.complete();
              } else {
                vertx.setTimer(AGAIN_MILLIS, due -> resume());
              }
            });
  }
}
