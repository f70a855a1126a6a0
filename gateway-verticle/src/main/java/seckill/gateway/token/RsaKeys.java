package seckill.gateway.token;

import java.security.PublicKey;
import java.util.List;
import java.util.Map;

/**
 * Public keys of an issuer, and which of them a token may be signed with.
 *
 * @param named by their id
 * @param unnamed without an id
 */
record RsaKeys(Map<String, PublicKey> named, List<PublicKey> unnamed) {

  RsaKeys {
    named = Map.copyOf(named);
    unnamed = List.copyOf(unnamed);
  }

  boolean isEmpty() {
    return named.isEmpty() && unnamed.isEmpty();
  }

  /**
   * The keys that may have signed a token: the one that it names; for a token that names none or an
   * unknown one, those without an id; and an only key for a token that names none.
   *
   * @param keyId of the token's header, or {@code null}
   * @throws TokenRefusedException if there is none
   */
  List<PublicKey> candidates(String keyId) {
    PublicKey key = keyId == null ? null : named.get(keyId);
    if (key != null) {
      return List.of(key);
    }
    if (!unnamed.isEmpty()) {
      return unnamed;
    }
    if (keyId != null) {
      throw new TokenRefusedException(TokenFault.KID, "the token's kid names no key known here");
    }
    if (named.size() > 1) {
      throw new TokenRefusedException(
          TokenFault.KID, "the token has no kid, and there are several keys");
    }
    return List.copyOf(named.values());
  }
}
