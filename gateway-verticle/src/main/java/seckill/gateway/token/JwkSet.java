package seckill.gateway.token;

import io.vertx.core.json.DecodeException;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.math.BigInteger;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PublicKey;
import java.security.spec.RSAPublicKeySpec;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import seckill.config.ConfigException;

/**
 * Reads a JSON Web Key Set (RFC 7517) for its RS256 keys.
 *
 * <p>Keys for other ends and unknown members are passed over, as the RFC wants it; what could be
 * taken in two ways is refused.
 */
final class JwkSet {
  private static final Logger LOG = LoggerFactory.getLogger(JwkSet.class);

  private final Map<String, PublicKey> named = new LinkedHashMap<>();
  private final List<PublicKey> unnamed = new ArrayList<>();
  private final List<String> passedOver = new ArrayList<>();

  private JwkSet() {}

  /**
   * The keys of a set.
   *
   * @throws ConfigException saying what is wrong with it, to be followed by where it stands
   */
  static RsaKeys read(String text) {
    JwkSet set = new JwkSet();
    JsonArray keys = keys(text);
    for (int i = 0; i < keys.size(); i++) {
      if (!(keys.getValue(i) instanceof JsonObject jwk)) {
        throw new ConfigException("key " + (i + 1) + " is not a JSON object");
      }
      set.take("key " + (i + 1), jwk);
    }
    RsaKeys taken = new RsaKeys(set.named, set.unnamed);
    if (taken.isEmpty()) {
      throw new ConfigException("no RSA key for RS256 signatures" + set.passedOver);
    }
    if (!set.passedOver.isEmpty()) {
      LOG.warn("the JWKS has keys that verify no tokens: {}", set.passedOver);
    }
    return taken;
  }

  private static JsonArray keys(String text) {
    try {
      if (new JsonObject(text).getValue("keys") instanceof JsonArray keys) {
        return keys;
      }
    } catch (DecodeException e) {
      throw new ConfigException("no JSON object");
    }
    throw new ConfigException("no list \"keys\"");
  }

  private void take(String position, JsonObject jwk) {
    String other = otherEnd(jwk);
    if (other != null) {
      passedOver.add(position + " has " + other);
      return;
    }
    PublicKey key = rsaKey(jwk);
    if (key == null) {
      passedOver.add(position + " has no usable n and e");
      return;
    }
    RsaKeyFile.requireStrong(position, key);
    if (!(jwk.getValue("kid") instanceof String keyId)) {
      add(key);
      return;
    }
    PublicKey former = named.putIfAbsent(keyId, key);
    if (former != null && !former.equals(key)) {
      throw new ConfigException(
          position + " is not the first with its kid: two different keys with one kid");
    }
  }

  private void add(PublicKey key) {
    if (!unnamed.contains(key)) {
      unnamed.add(key);
    }
  }

  /** Why a key is not for RS256 signatures; {@code null} if it may be. */
  private static String otherEnd(JsonObject jwk) {
    if (!"RSA".equals(jwk.getValue("kty"))) {
      return "another kty than RSA";
    }
    if (!"sig".equals(jwk.getValue("use", "sig"))) {
      return "another use than sig";
    }
    if (!"RS256".equals(jwk.getValue("alg", "RS256"))) {
      return "another alg than RS256";
    }
    Object operations = jwk.getValue("key_ops");
    if (operations != null && !(operations instanceof JsonArray all && all.contains("verify"))) {
      return "key_ops without verify";
    }
    Object keyId = jwk.getValue("kid");
    return keyId == null || keyId instanceof String ? null : "a kid that is no string";
  }

  private static PublicKey rsaKey(JsonObject jwk) {
    try {
      return KeyFactory.getInstance("RSA")
          .generatePublic(new RSAPublicKeySpec(number(jwk, "n"), number(jwk, "e")));
    } catch (GeneralSecurityException | IllegalArgumentException e) {
      return null;
    }
  }

  private static BigInteger number(JsonObject jwk, String field) {
    if (!(jwk.getValue(field) instanceof String text) || text.isEmpty()) {
      throw new IllegalArgumentException(field);
    }
    return new BigInteger(1, Base64.getUrlDecoder().decode(text));
  }
}
