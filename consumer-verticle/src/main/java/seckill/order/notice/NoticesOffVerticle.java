package seckill.order.notice;

import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import io.vertx.core.json.JsonObject;
import java.util.List;
import seckill.contract.Addresses;
import seckill.contract.Outcome;
import seckill.contract.SeckillException;
import seckill.order.JsonRequests;

/** Stands in for the senders where notices are off: says so, rather than leaving it to silence. */
final class NoticesOffVerticle extends VerticleBase {
  private static final List<String> ADDRESSES =
      List.of(Addresses.NOTICE_LIST, Addresses.NOTICE_RETRY);

  @Override
  public Future<?> start() {
    return Future.all(ADDRESSES.stream().map(this::refuse).toList());
  }

  private Future<Void> refuse(String address) {
    return JsonRequests.serve(
            vertx.eventBus(), address, NoticesOffVerticle::refusal, SeckillException.class::cast)
        .completion();
  }

  private static Future<JsonObject> refusal(JsonObject request) {
    return Future.failedFuture(
        new SeckillException(
            Outcome.SWITCHED_OFF,
            "notices are off: no consumer keeps or sends any while notify.sender is off"));
  }
}
