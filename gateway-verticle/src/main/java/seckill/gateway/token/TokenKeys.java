package seckill.gateway.token;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.PublicKey;
import java.security.Signature;
import java.security.SignatureException;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import seckill.config.ConfigException;

/** The keys that tokens are checked with, loaded once per process. */
public final class TokenKeys {
  private static final int MIN_SECRET_BYTES = 32;

  private final String algorithm;
  private final SecretKeySpec secret;
  private final RsaKeys publicKeys;

  private TokenKeys(String algorithm, SecretKeySpec secret, RsaKeys publicKeys) {
    this.algorithm = algorithm;
    this.secret = secret;
    this.publicKeys = publicKeys;
  }

  /**
   * Loads the keys. Blocks.
   *
   * @throws ConfigException one line that names the setting
   */
  public static TokenKeys load(TokenSettings settings) {
    if (settings.algorithm().equals("HS256")) {
      return new TokenKeys("HS256", secretKey(settings), null);
    }
    return new TokenKeys("RS256", null, RsaKeyFile.load(settings));
  }

  private static SecretKeySpec secretKey(TokenSettings settings) {
    String secret = settings.secret();
    if (secret.isBlank()) {
      throw new ConfigException("token.secret (SECKILL_TOKEN_SECRET) is missing");
    }
    if (secret.equals(DevSecret.DEV_SECRET) && !settings.allowDevSecret()) {
      throw new ConfigException(
          "token.secret (SECKILL_TOKEN_SECRET) is the well-known development secret");
    }
    byte[] bytes = secret.getBytes(StandardCharsets.UTF_8);
    if (bytes.length < MIN_SECRET_BYTES) {
      throw new ConfigException(
          "token.secret (SECKILL_TOKEN_SECRET) must have at least " + MIN_SECRET_BYTES + " bytes");
    }
    return new SecretKeySpec(bytes, "HmacSHA256");
  }

  /** Whether remembering verified tokens is cheaper than verifying them again. */
  public boolean areSlow() {
    return secret == null;
  }

  /** The value that the header's {@code alg} must have. */
  String algorithm() {
    return algorithm;
  }

  /** A check for one event loop. */
  SignatureCheck newCheck() {
    try {
      return secret == null ? rsaCheck() : macCheck();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every JDK has " + algorithm, e);
    }
  }

  private SignatureCheck macCheck() throws GeneralSecurityException {
    Mac mac = Mac.getInstance("HmacSHA256");
    mac.init(secret);
    return (keyId, signed, signature) -> MessageDigest.isEqual(mac.doFinal(signed), signature);
  }

  private SignatureCheck rsaCheck() throws GeneralSecurityException {
    Signature rsa = Signature.getInstance("SHA256withRSA");
    return (keyId, signed, signature) -> {
      for (PublicKey key : publicKeys.candidates(keyId)) {
        if (isSigned(rsa, key, signed, signature)) {
          return true;
        }
      }
      return false;
    };
  }

  private static boolean isSigned(Signature rsa, PublicKey key, byte[] signed, byte[] signature) {
    try {
      rsa.initVerify(key);
      rsa.update(signed);
      return rsa.verify(signature);
    } catch (SignatureException e) {
      return false;
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("unusable RSA key", e);
    }
  }
}
