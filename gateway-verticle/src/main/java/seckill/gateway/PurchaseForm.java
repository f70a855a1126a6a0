package seckill.gateway;

import io.vertx.core.json.JsonObject;
import java.util.Set;
import seckill.contract.Json;
import seckill.contract.PurchaseAttempt;
import seckill.contract.SeckillException;
import seckill.gateway.gate.Caller;

/**
 * What a buyer may say about a purchase.
 *
 * @param reference the shop's own note, empty if none
 */
record PurchaseForm(String reference) {
  private static final PurchaseForm EMPTY = new PurchaseForm("");
  private static final String QUANTITY = "quantity";
  private static final String REFERENCE = "reference";
  private static final Set<String> FIELDS = Set.of(QUANTITY, REFERENCE, SameUser.USER_ID);

  /**
   * Reads a body.
   *
   * @throws SeckillException BAD_REQUEST, or FORBIDDEN if it names another user
   */
  static PurchaseForm of(JsonObject body, Caller caller) {
    if (body.isEmpty()) {
      return EMPTY;
    }
    Json.requireOnly(body, FIELDS);
    if (body.containsKey(SameUser.USER_ID)) {
      SameUser.require(caller, body.getValue(SameUser.USER_ID));
    }
    if (body.containsKey(QUANTITY) && !Integer.valueOf(1).equals(body.getValue(QUANTITY))) {
      throw SeckillException.badRequest("quantity must be 1");
    }
    return body.containsKey(REFERENCE)
        ? new PurchaseForm(PurchaseAttempt.requireReference(required(body)))
        : EMPTY;
  }

  // A reference of null is a wrong type, not an absent one.
  private static Object required(JsonObject body) {
    Object value = body.getValue(REFERENCE);
    return value == null ? "" : value;
  }
}
