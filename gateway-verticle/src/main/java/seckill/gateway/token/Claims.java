package seckill.gateway.token;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import seckill.gateway.edge.StrictJson;

/**
 * The claims of a token that the gate looks at. Absent times are {@link #ABSENT}.
 *
 * <p>Filled by a streaming parser, since this is read for every fresh token.
 */
final class Claims {
  static final long ABSENT = Long.MIN_VALUE;
  private static final String ADMIN = "admin";

  String subject;
  String issuer;
  boolean admin;
  boolean audienceMatches;
  long expiresAt = ABSENT;
  long notBefore = ABSENT;
  long issuedAt = ABSENT;

  private Claims() {}

  /**
   * Reads the payload of a token.
   *
   * @throws IOException if it is not a JSON object, or a claim has the wrong type
   */
  static Claims read(byte[] payload, String audience) throws IOException {
    Claims claims = new Claims();
    try (JsonParser json = StrictJson.parser(payload)) {
      require(json.nextToken() == JsonToken.START_OBJECT, "payload");
      for (String name = json.nextFieldName(); name != null; name = json.nextFieldName()) {
        json.nextToken();
        claims.accept(name, json, audience);
      }
      require(json.nextToken() == null, "payload");
    }
    return claims;
  }

  private void accept(String name, JsonParser json, String audience) throws IOException {
    switch (name) {
      case "sub" -> subject = text(name, json);
      case "iss" -> issuer = text(name, json);
      case "exp" -> expiresAt = seconds(name, json);
      case "nbf" -> notBefore = seconds(name, json);
      case "iat" -> issuedAt = seconds(name, json);
      case "aud" -> audienceMatches = holds(json, audience);
      case "role" -> admin |= json.currentToken() == JsonToken.VALUE_STRING && holds(json, ADMIN);
      case "roles" -> admin |= json.currentToken() == JsonToken.START_ARRAY && holds(json, ADMIN);
      default -> json.skipChildren();
    }
    // What was not read above (an object, where a text was expected) must not be taken for claims.
    if (json.currentToken().isStructStart()) {
      json.skipChildren();
    }
  }

  private static boolean holds(JsonParser json, String wanted) throws IOException {
    if (json.currentToken() == JsonToken.VALUE_STRING) {
      return wanted.equals(json.getText());
    }
    boolean found = false;
    if (json.currentToken() == JsonToken.START_ARRAY) {
      while (json.nextToken() != JsonToken.END_ARRAY) {
        found |= json.currentToken() == JsonToken.VALUE_STRING && wanted.equals(json.getText());
        json.skipChildren();
      }
    }
    return found;
  }

  private static String text(String name, JsonParser json) throws IOException {
    require(json.currentToken() == JsonToken.VALUE_STRING, name);
    return json.getText();
  }

  // NumericDate of RFC 7519: a JSON number, fractions allowed, never text.
  private static long seconds(String name, JsonParser json) throws IOException {
    if (json.currentToken() == JsonToken.VALUE_NUMBER_FLOAT) {
      double value = json.getDoubleValue();
      require(value >= 0 && value < Long.MAX_VALUE, name);
      return (long) Math.floor(value);
    }
    require(json.currentToken() == JsonToken.VALUE_NUMBER_INT, name);
    long value = json.getLongValue();
    require(value >= 0, name);
    return value;
  }

  private static void require(boolean holds, String claim) throws IOException {
    if (!holds) {
      throw new IOException("claim " + claim + " has the wrong type");
    }
  }
}
