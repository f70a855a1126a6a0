package seckill.gateway.control;

import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import seckill.config.RunningSettings;
import seckill.contract.Addresses;
import seckill.gateway.gate.Till;

/** Takes over what operators changed; while the till or Redis is away all stays as it is. */
final class GateWatch {
  private static final Logger LOG = LoggerFactory.getLogger(GateWatch.class);

  private final RunningSettings running;
  private final Till till;

  GateWatch(RunningSettings running, Till till) {
    this.running = running;
    this.till = till;
  }

  /** Looks now; never fails. */
  Future<Void> look() {
    return till.request(Addresses.GATE_GET, new JsonObject().put("version", running.version()))
        .map(
            reply -> {
              if (reply.containsKey("sections")) {
                running.apply(reply.getLong("version"), reply.getJsonObject("sections"));
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
