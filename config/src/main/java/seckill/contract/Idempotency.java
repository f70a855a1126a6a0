package seckill.contract;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.Base64;

/**
 * The fingerprint of an idempotency key and of the parameters it was sent with.
 *
 * <p>Only the fingerprint is stored, so a stored receipt has a small fixed size. It reads {@code
 * <key hash>.<parameter hash>}: equal fingerprints are a replay, equal key hashes with other
 * parameter hashes are a reused key.
 */
public final class Idempotency {
  /** The longest key, in characters; keys are visible ASCII. */
  public static final int MAX_KEY_LENGTH = 128;

  private static final int KEY_HASH_BYTES = 15;
  private static final int PARAMETER_HASH_BYTES = 6;
  private static final Base64.Encoder BASE64 = Base64.getUrlEncoder().withoutPadding();

  private Idempotency() {}

  /**
   * The fingerprint of a key and the purchase's parameters.
   *
   * @param key as the client sent it; {@code null} gives the empty fingerprint
   * @param reference the only parameter that a purchase may vary; empty if none
   * @throws SeckillException BAD_REQUEST if the key is empty, over-long or not visible ASCII
   */
  public static String fingerprint(String key, String reference) {
    if (key == null) {
      return "";
    }
    requireKey(key);
    return hash(key, KEY_HASH_BYTES) + '.' + hash(reference, PARAMETER_HASH_BYTES);
  }

  private static void requireKey(String key) {
    boolean valid = !key.isEmpty() && key.length() <= MAX_KEY_LENGTH;
    for (int i = 0; valid && i < key.length(); i++) {
      valid = key.charAt(i) > ' ' && key.charAt(i) < 0x7f;
    }
    if (!valid) {
      throw SeckillException.badRequest(
          "Idempotency-Key must be 1 to " + MAX_KEY_LENGTH + " visible ASCII characters");
    }
  }

  private static String hash(String text, int bytes) {
    try {
      byte[] digest =
          MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
      return BASE64.encodeToString(Arrays.copyOf(digest, bytes));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }
}
