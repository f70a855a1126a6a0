package seckill.gateway.token;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import seckill.gateway.edge.StrictJson;

/** Reads the header of a token (RFC 7515), which nobody has vouched for yet. */
final class TokenHeader {
  private TokenHeader() {}

  /**
   * The header's {@code kid}, or {@code null} if it has none.
   *
   * @param algorithm the value that {@code alg} must have
   * @throws TokenRefusedException if the header is malformed or asks for something else
   */
  static String keyId(byte[] header, String algorithm) {
    try (JsonParser json = StrictJson.parser(header)) {
      if (json.nextToken() != JsonToken.START_OBJECT) {
        throw refused(TokenFault.HEADER, "the token's header is not a JSON object");
      }
      return keyId(json, algorithm);
    } catch (IOException e) {
      throw refused(
          TokenFault.HEADER, "the token's header is not JSON in UTF-8, or has a name twice");
    }
  }

  private static String keyId(JsonParser json, String algorithm) throws IOException {
    String keyId = null;
    boolean pinned = false;
    for (String name = json.nextFieldName(); name != null; name = json.nextFieldName()) {
      boolean text = json.nextToken() == JsonToken.VALUE_STRING;
      switch (name) {
        case "crit" -> throw refused(TokenFault.CRIT, "the token's crit asks for an extension");
        case "alg" -> pinned = text && algorithm.equals(json.getText());
        case "kid" -> {
          if (!text) {
            throw refused(TokenFault.KID, "the token's kid must be a string");
          }
          keyId = json.getText();
        }
        default -> {}
      }
      json.skipChildren();
    }
    if (json.nextToken() != null) {
      throw refused(TokenFault.HEADER, "the token's header is more than one JSON object");
    }
    if (!pinned) {
      throw refused(TokenFault.ALG, "the token's alg must be " + algorithm);
    }
    return keyId;
  }

  private static TokenRefusedException refused(TokenFault fault, String detail) {
    return new TokenRefusedException(fault, detail);
  }
}
