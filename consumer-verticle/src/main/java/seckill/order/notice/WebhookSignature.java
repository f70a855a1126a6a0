package seckill.order.notice;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.HexFormat;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Shows the receiver of a notice that it is ours and fresh: HMAC-SHA256 over time and body.
 *
 * <p>Not thread-safe.
 */
final class WebhookSignature {
  private static final String ALGORITHM = "HmacSHA256";

  private final Mac mac;

  WebhookSignature(String secret) {
    try {
      mac = Mac.getInstance(ALGORITHM);
      mac.init(new SecretKeySpec(secret.getBytes(StandardCharsets.UTF_8), ALGORITHM));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("this Java has no " + ALGORITHM, e);
    }
  }

  /** {@code t=<epoch seconds>,v1=<hex of the HMAC over "<epoch seconds>.<body>">}. */
  String of(long epochSeconds, byte[] body) {
    mac.update((epochSeconds + ".").getBytes(StandardCharsets.US_ASCII));
    return "t=" + epochSeconds + ",v1=" + HexFormat.of().formatHex(mac.doFinal(body));
  }
}
