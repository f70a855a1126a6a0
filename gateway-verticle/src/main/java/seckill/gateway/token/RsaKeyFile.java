package seckill.gateway.token;

import io.vertx.core.json.DecodeException;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PublicKey;
import java.security.interfaces.RSAPublicKey;
import java.security.spec.RSAPublicKeySpec;
import java.security.spec.X509EncodedKeySpec;
import java.util.Base64;
import java.util.HashMap;
import java.util.Map;
import seckill.config.ConfigException;

/** Reads RSA public keys from a PEM or a JWKS file. */
final class RsaKeyFile {
  private static final int MIN_BITS = 2048;

  private RsaKeyFile() {}

  /**
   * The keys by their id; a key without an id has the empty one. Blocks.
   *
   * @throws ConfigException one line that names the setting
   */
  static Map<String, PublicKey> load(TokenSettings settings) {
    boolean pem = !settings.publicKeyFile().isBlank();
    boolean jwks = !settings.jwksFile().isBlank();
    if (pem == jwks) {
      throw new ConfigException("RS256 needs either token.publicKeyFile or token.jwksFile");
    }
    String setting = pem ? "token.publicKeyFile" : "token.jwksFile";
    String file = pem ? settings.publicKeyFile() : settings.jwksFile();
    try {
      String text = Files.readString(Path.of(file));
      Map<String, PublicKey> keys = pem ? Map.of("", pemKey(text)) : jwksKeys(text);
      if (keys.isEmpty()) {
        throw new ConfigException(setting + ": no RSA key for signatures in " + file);
      }
      keys.values().forEach(key -> requireStrong(setting, key));
      return keys;
    } catch (IOException e) {
      throw new ConfigException(setting + ": cannot read " + file);
    } catch (GeneralSecurityException
        | IllegalArgumentException
        | DecodeException
        | ClassCastException e) {
      throw new ConfigException(setting + ": no RSA public key in " + file);
    }
  }

  private static PublicKey pemKey(String text) throws GeneralSecurityException {
    String base64 =
        text.replace("-----BEGIN PUBLIC KEY-----", "").replace("-----END PUBLIC KEY-----", "");
    byte[] der = Base64.getMimeDecoder().decode(base64);
    return KeyFactory.getInstance("RSA").generatePublic(new X509EncodedKeySpec(der));
  }

  private static Map<String, PublicKey> jwksKeys(String text) throws GeneralSecurityException {
    Map<String, PublicKey> keys = new HashMap<>();
    for (Object entry : new JsonObject(text).getJsonArray("keys", new JsonArray())) {
      JsonObject jwk = (JsonObject) entry;
      if ("RSA".equals(jwk.getString("kty"))
          && "sig".equals(jwk.getString("use", "sig"))
          && "RS256".equals(jwk.getString("alg", "RS256"))) {
        RSAPublicKeySpec spec = new RSAPublicKeySpec(number(jwk, "n"), number(jwk, "e"));
        keys.put(jwk.getString("kid", ""), KeyFactory.getInstance("RSA").generatePublic(spec));
      }
    }
    return keys;
  }

  private static BigInteger number(JsonObject jwk, String field) {
    return new BigInteger(1, Base64.getUrlDecoder().decode(jwk.getString(field, "")));
  }

  private static void requireStrong(String setting, PublicKey key) {
    if (((RSAPublicKey) key).getModulus().bitLength() < MIN_BITS) {
      throw new ConfigException(setting + ": an RSA key must have at least " + MIN_BITS + " bits");
    }
  }
}
