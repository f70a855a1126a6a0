package seckill.gateway.token;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PublicKey;
import java.security.interfaces.RSAPublicKey;
import java.security.spec.X509EncodedKeySpec;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import seckill.config.ConfigException;

/** Reads RSA public keys from a PEM or a JWKS file. */
final class RsaKeyFile {
  private static final int MIN_BITS = 2048;

  private RsaKeyFile() {}

  /**
   * The keys of the configured file. Blocks.
   *
   * @throws ConfigException one line that names the setting
   */
  static RsaKeys load(TokenSettings settings) {
    boolean pem = !settings.publicKeyFile().isBlank();
    boolean jwks = !settings.jwksFile().isBlank();
    if (pem == jwks) {
      throw new ConfigException("RS256 needs either token.publicKeyFile or token.jwksFile");
    }
    String setting = pem ? "token.publicKeyFile" : "token.jwksFile";
    String file = pem ? settings.publicKeyFile() : settings.jwksFile();
    try {
      String text = Files.readString(Path.of(file));
      return pem ? pemKey(text) : JwkSet.read(text);
    } catch (IOException e) {
      throw new ConfigException(setting + ": cannot read " + file);
    } catch (GeneralSecurityException | IllegalArgumentException e) {
      throw new ConfigException(setting + ": no RSA public key in " + file);
    } catch (ConfigException e) {
      throw new ConfigException(setting + ": " + e.getMessage() + " in " + file);
    }
  }

  private static RsaKeys pemKey(String text) throws GeneralSecurityException {
    String base64 =
        text.replace("-----BEGIN PUBLIC KEY-----", "").replace("-----END PUBLIC KEY-----", "");
    byte[] der = Base64.getMimeDecoder().decode(base64);
    PublicKey key = KeyFactory.getInstance("RSA").generatePublic(new X509EncodedKeySpec(der));
    requireStrong("the key", key);
    return new RsaKeys(Map.of(), List.of(key));
  }

  /**
   * Returns if a key is strong enough.
   *
   * @param which key it is, for the message
   * @throws ConfigException if it is not
   */
  static void requireStrong(String which, PublicKey key) {
    RSAPublicKey rsa = (RSAPublicKey) key;
    if (rsa.getModulus().bitLength() < MIN_BITS) {
      throw new ConfigException(
          which + " is too weak: an RSA key must have at least " + MIN_BITS + " bits,");
    }
    // With an exponent of 1 every message is its own signature.
    if (rsa.getPublicExponent().bitLength() < 2 || !rsa.getPublicExponent().testBit(0)) {
      throw new ConfigException(which + " has an exponent that no RSA key has,");
    }
  }
}
