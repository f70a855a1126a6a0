package seckill.sale.gate;

import java.security.SecureRandom;
import java.util.Base64;

/** Makes ids that nobody can guess: 144 random bits as 24 characters that need no escaping. */
final class OneTimeIds {
  private static final int BYTES = 18;

  private final SecureRandom random = new SecureRandom();
  private final byte[] bytes = new byte[BYTES];

  /** A new id; to be called by one thread. */
  String next() {
    random.nextBytes(bytes);
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }
}
