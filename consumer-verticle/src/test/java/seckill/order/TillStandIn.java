package seckill.order;

import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import seckill.contract.Addresses;
import seckill.testkit.TestVertx;

/** Speaks for the till about units that come back. */
final class TillStandIn {
  final List<JsonObject> asked = new CopyOnWriteArrayList<>();
  volatile String result = "RETURNED";
  volatile boolean silent;

  TillStandIn(Vertx vertx) {
    TestVertx.await(
        vertx
            .eventBus()
            .<JsonObject>consumer(
                Addresses.UNIT_RETURN,
                message -> {
                  asked.add(message.body().copy());
                  if (!silent) {
                    message.reply(new JsonObject().put("result", result).put("stock", 1));
                  }
                })
            .completion());
  }
}
