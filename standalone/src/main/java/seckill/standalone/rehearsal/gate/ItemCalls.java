package seckill.standalone.rehearsal.gate;

import io.vertx.core.http.HttpMethod;
import io.vertx.core.json.JsonObject;
import seckill.standalone.client.SaleApi;

/** The requests about one item, undressed. */
record ItemCalls(String itemId) {
  static final String PASS = "Challenge-Pass";
  static final String PURCHASES = "/purchases";

  private Call item(HttpMethod method, String rest) {
    return Call.of(method, "/api/items/" + itemId + rest);
  }

  Call register() {
    return item(HttpMethod.POST, "/reservation");
  }

  Call join() {
    return item(HttpMethod.POST, "/queue");
  }

  Call look() {
    return item(HttpMethod.GET, "/queue");
  }

  Call leave() {
    return item(HttpMethod.DELETE, "/queue");
  }

  Call ask() {
    return item(HttpMethod.GET, "/challenge");
  }

  Call answer(String challengeId, String answer) {
    return item(HttpMethod.POST, "/challenge")
        .withBody(new JsonObject().put("challengeId", challengeId).put("answer", answer));
  }

  /** A purchase; pass and idempotency key may be null. */
  Call buy(String pass, String key) {
    return item(HttpMethod.POST, PURCHASES).with(PASS, pass).with(SaleApi.IDEMPOTENCY_KEY, key);
  }

  /** Whether a call tries to buy, however its path is spelt. */
  static boolean isPurchase(Call call) {
    return call.method() == HttpMethod.POST && call.path().endsWith(PURCHASES);
  }
}
