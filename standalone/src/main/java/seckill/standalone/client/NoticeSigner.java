package seckill.standalone.client;

import io.vertx.core.buffer.Buffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.time.Clock;
import java.util.HexFormat;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** Signs payment notices as a payment provider does. */
public final class NoticeSigner {
  /** The header of the signature. */
  public static final String HEADER = "Payment-Signature";

  private static final String ALGORITHM = "HmacSHA256";

  private final SecretKeySpec key;
  private final Clock clock;

  /** A signer with the secret that is agreed on. */
  public NoticeSigner(String secret, Clock clock) {
    this.key = new SecretKeySpec(secret.getBytes(StandardCharsets.UTF_8), ALGORITHM);
    this.clock = clock;
  }

  /** The value of the header for a body that is sent now. */
  public String sign(Buffer body) {
    long time = clock.instant().getEpochSecond();
    try {
      Mac mac = Mac.getInstance(ALGORITHM);
      mac.init(key);
      mac.update((time + ".").getBytes(StandardCharsets.US_ASCII));
      return "t=" + time + ",v1=" + HexFormat.of().formatHex(mac.doFinal(body.getBytes()));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every JDK has " + ALGORITHM, e);
    }
  }
}
