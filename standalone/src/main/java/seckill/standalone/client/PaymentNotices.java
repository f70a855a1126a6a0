package seckill.standalone.client;

import io.vertx.core.json.JsonObject;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.time.Instant;
import java.util.HexFormat;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** Makes payment notices as a payment provider signs them. */
public final class PaymentNotices {
  private static final String MAC = "HmacSHA256";

  private final SecretKeySpec key;

  public PaymentNotices(String secret) {
    this.key = new SecretKeySpec(secret.getBytes(StandardCharsets.UTF_8), MAC);
  }

  /**
   * A signed notice.
   *
   * @param body as it is sent
   * @param signature what the header {@code Payment-Signature} says
   */
  public record Notice(String body, String signature) {}

  /** The notice of the one payment of an order. */
  public Notice of(String orderId, long amountCents) {
    String body =
        new JsonObject()
            .put("orderId", orderId)
            .put("paymentId", "pay-" + orderId)
            .put("amountCents", amountCents)
            .encode();
    long time = Instant.now().getEpochSecond();
    return new Notice(body, "t=" + time + ",v1=" + sign(time + "." + body));
  }

  private String sign(String text) {
    try {
      Mac mac = Mac.getInstance(MAC);
      mac.init(key);
      return HexFormat.of().formatHex(mac.doFinal(text.getBytes(StandardCharsets.UTF_8)));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every JDK has " + MAC, e);
    }
  }
}
