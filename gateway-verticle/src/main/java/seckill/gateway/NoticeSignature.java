package seckill.gateway;

import io.vertx.core.buffer.Buffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.time.Clock;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import seckill.contract.Outcome;
import seckill.contract.SeckillException;

/**
 * Checks the signature of payment notices: {@code t=<epoch seconds>,v1=<hex>}, where v1 is the
 * HMAC-SHA256 of the time, a dot, and the body as it was sent. Belongs to one event loop.
 */
final class NoticeSignature {
  static final String HEADER = "Payment-Signature";

  private static final String ALGORITHM = "HmacSHA256";
  private static final Pattern TIME = Pattern.compile("t=([0-9]{1,12})");
  private static final Pattern DIGEST = Pattern.compile("v1=([0-9a-fA-F]{64})");

  /** Of a way to sign that we do not know, which providers send beside the one we do. */
  private static final Pattern OTHER_DIGEST = Pattern.compile("v(?:0|[2-9]|[1-9][0-9])=[^=]*");

  /** A provider that changes its key signs with the old and the new one. */
  private static final int MAX_PARTS = 5;

  private static final String FORM =
      "the header " + HEADER + " must be t=<epoch seconds>,v1=<hex HMAC-SHA256>";

  private final List<Mac> macs = new ArrayList<>();
  private final long toleranceSeconds;
  private final Clock clock;

  NoticeSignature(PaymentSettings settings, Clock clock) {
    this.toleranceSeconds = settings.toleranceSeconds();
    this.clock = clock;
    settings.secrets().forEach(secret -> macs.add(mac(secret)));
  }

  private static Mac mac(String secret) {
    try {
      Mac mac = Mac.getInstance(ALGORITHM);
      mac.init(new SecretKeySpec(secret.getBytes(StandardCharsets.UTF_8), ALGORITHM));
      return mac;
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every JDK has " + ALGORITHM, e);
    }
  }

  /**
   * Returns if a body was signed with one of the keys, and not long ago.
   *
   * @throws SeckillException FORBIDDEN
   */
  void require(String header, Buffer body) {
    String time = null;
    List<byte[]> digests = new ArrayList<>();
    String[] parts = header == null ? new String[0] : header.split(",", MAX_PARTS + 1);
    if (parts.length > MAX_PARTS) {
      throw refused("the header " + HEADER + " has more than " + MAX_PARTS + " parts");
    }
    for (String text : parts) {
      String part = text.strip();
      Matcher asTime = TIME.matcher(part);
      Matcher asDigest = DIGEST.matcher(part);
      if (asDigest.matches()) {
        digests.add(HexFormat.of().parseHex(asDigest.group(1)));
      } else if (asTime.matches()) {
        if (time != null) {
          throw refused("the header " + HEADER + " gives the time t more than once");
        }
        time = asTime.group(1);
      } else if (!OTHER_DIGEST.matcher(part).matches()) {
        throw refused(FORM);
      }
    }
    if (time == null || digests.isEmpty()) {
      throw refused(FORM);
    }
    if (!isSigned(time, body, digests)) {
      throw refused("the signature does not belong to this body");
    }
    if (Math.abs(clock.instant().getEpochSecond() - Long.parseLong(time)) > toleranceSeconds) {
      throw refused("the signature is too old, or from the future");
    }
  }

  // All are compared, so that the time taken says nothing about which one fits.
  private boolean isSigned(String time, Buffer body, List<byte[]> digests) {
    boolean signed = false;
    for (Mac mac : macs) {
      mac.update((time + '.').getBytes(StandardCharsets.US_ASCII));
      byte[] expected = mac.doFinal(body.getBytes());
      for (byte[] digest : digests) {
        signed |= MessageDigest.isEqual(expected, digest);
      }
    }
    return signed;
  }

  private static SeckillException refused(String why) {
    return new SeckillException(Outcome.FORBIDDEN, why);
  }
}
