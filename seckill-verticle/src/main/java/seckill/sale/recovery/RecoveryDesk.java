package seckill.sale.recovery;

import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import seckill.contract.Addresses;
import seckill.sale.AuditTrail;
import seckill.sale.Audited;
import seckill.sale.BusDoor;
import seckill.sale.Requests;

/** What operators ask about Redis: to build an item again, and to open what is built. */
final class RecoveryDesk {
  private final Recovery recovery;
  private final StoreGate gate;
  private final AuditTrail audit;

  RecoveryDesk(Recovery recovery, StoreGate gate, AuditTrail audit) {
    this.recovery = recovery;
    this.gate = gate;
    this.audit = audit;
  }

  void openAt(BusDoor door) {
    door.serve(Addresses.ITEM_RECOVER, body -> recover(Requests.json(body)));
    door.serve(Addresses.STORE_OPEN, body -> open(Requests.json(body)));
  }

  private Future<JsonObject> recover(JsonObject json) {
    long itemId = Requests.itemId(json);
    String actor = Requests.actor(json);
    return audit.of(
        actor,
        "recover",
        itemId,
        recovery.run(itemId, Occasion.RECOVER).map(Recovered::toJson).map(Audited::of));
  }

  private Future<JsonObject> open(JsonObject json) {
    String actor = Requests.actor(json);
    return audit.of(
        actor, "store-open", AuditTrail.NO_ITEM, gate.openByOperator().map(Audited::of));
  }
}
