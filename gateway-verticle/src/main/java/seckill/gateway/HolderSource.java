package seckill.gateway;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.eventbus.DeliveryOptions;
import io.vertx.core.json.JsonObject;
import seckill.contract.Addresses;
import seckill.contract.HolderFilter;
import seckill.contract.Outcome;
import seckill.contract.SeckillException;

/** Asks the till who holds a unit of a sold-out item. */
final class HolderSource implements SoldOutBoard.Holders {
  private final Vertx vertx;
  private final DeliveryOptions options;

  HolderSource(Vertx vertx, long timeoutMillis) {
    this.vertx = vertx;
    this.options = new DeliveryOptions().setSendTimeout(timeoutMillis);
  }

  @Override
  public Future<HolderFilter> of(long itemId, int most) {
    return vertx
        .eventBus()
        .<Buffer>request(
            Addresses.ITEM_HOLDERS, new JsonObject().put("itemId", Long.toString(itemId)), options)
        .map(reply -> read(reply.body(), most));
  }

  private static HolderFilter read(Buffer body, int most) {
    if (body.length() > HolderFilter.bytesFor(most)) {
      throw new SeckillException(Outcome.CONFLICT, "too many holders");
    }
    return HolderFilter.fromBuffer(body);
  }
}
