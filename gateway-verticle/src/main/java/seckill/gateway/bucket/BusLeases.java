package seckill.gateway.bucket;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.eventbus.DeliveryOptions;
import io.vertx.core.json.JsonObject;
import seckill.contract.Addresses;

/** Leases from the till. */
final class BusLeases implements Lease.Source {
  private final Vertx vertx;

  BusLeases(Vertx vertx) {
    this.vertx = vertx;
  }

  @Override
  public Future<Lease> lease(BucketSettings settings, long want) {
    JsonObject request =
        new JsonObject()
            .put("perSecond", settings.perSecond())
            .put("burst", settings.capacity())
            .put("want", want);
    return vertx
        .eventBus()
        .<JsonObject>request(
            Addresses.BUCKET_LEASE,
            request,
            new DeliveryOptions().setSendTimeout(settings.timeoutMillis()))
        .map(
            reply ->
                new Lease(reply.body().getLong("granted"), reply.body().getLong("nextMillis")));
  }
}
