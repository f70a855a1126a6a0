package seckill.order.life;

import io.vertx.core.json.JsonObject;
import java.util.Set;
import java.util.regex.Pattern;
import seckill.contract.Json;
import seckill.contract.OrderIds;
import seckill.contract.SeckillException;
import seckill.contract.UserIds;

/**
 * What a payment provider says.
 *
 * @param orderId what was paid
 * @param paymentId the provider's own number: the same one is the same payment
 * @param amountCents how much
 * @param actor who says so
 */
record PaymentNotice(String orderId, String paymentId, long amountCents, String actor) {
  private static final Set<String> FIELDS = Set.of("orderId", "paymentId", "amountCents", "actor");
  private static final Pattern PAYMENT_ID = Pattern.compile("[!-~]{1,64}");
  private static final String PROVIDER = "payment";

  /**
   * Reads the JSON form.
   *
   * @throws SeckillException BAD_REQUEST, naming the field
   */
  static PaymentNotice fromJson(JsonObject json) {
    Json.requireOnly(json, FIELDS);
    String paymentId = Json.text(json, "paymentId");
    if (paymentId == null || !PAYMENT_ID.matcher(paymentId).matches()) {
      throw SeckillException.badRequest("paymentId must be 1 to 64 visible ASCII characters");
    }
    long amount = Json.integer(json, "amountCents", -1);
    if (amount < 0) {
      throw SeckillException.badRequest("amountCents must be a non-negative integer");
    }
    String actor = Json.text(json, "actor");
    return new PaymentNotice(
        OrderIds.require(Json.text(json, "orderId")),
        paymentId,
        amount,
        actor == null ? PROVIDER : UserIds.require(actor));
  }
}
