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
   * @throws TokenRefusedException if it is not a JSON object, or a claim has the wrong type
   */
  static Claims read(byte[] payload, String audience) {
    Claims claims = new Claims();
    try (JsonParser json = StrictJson.parser(payload)) {
      if (json.nextToken() != JsonToken.START_OBJECT) {
        throw new TokenRefusedException(
            TokenFault.CLAIMS, "the token's claims are not a JSON object");
      }
      for (String name = json.nextFieldName(); name != null; name = json.nextFieldName()) {
        json.nextToken();
        claims.accept(name, json, audience);
      }
      if (json.nextToken() != null) {
        throw new TokenRefusedException(
            TokenFault.CLAIMS, "the token's claims are more than one JSON object");
      }
    } catch (IOException e) {
      throw new TokenRefusedException(
          TokenFault.CLAIMS, "the token's claims are not JSON in UTF-8, or have a name twice");
    }
    return claims;
  }

  private void accept(String name, JsonParser json, String audience) throws IOException {
    switch (name) {
      case "sub" -> subject = text(TokenFault.SUB, name, json);
      case "iss" -> issuer = text(TokenFault.ISS, name, json);
      case "exp" -> expiresAt = seconds(TokenFault.EXP, name, json);
      case "nbf" -> notBefore = seconds(TokenFault.NBF, name, json);
      case "iat" -> issuedAt = seconds(TokenFault.IAT, name, json);
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

  private static String text(TokenFault fault, String name, JsonParser json) throws IOException {
    if (json.currentToken() != JsonToken.VALUE_STRING) {
      throw new TokenRefusedException(
          fault, "the token's " + name + " must be a string, not " + kind(json));
    }
    return json.getText();
  }

  // NumericDate of RFC 7519: a JSON number, fractions allowed, never text.
  private static long seconds(TokenFault fault, String name, JsonParser json) throws IOException {
    JsonToken token = json.currentToken();
    if (token != JsonToken.VALUE_NUMBER_FLOAT && token != JsonToken.VALUE_NUMBER_INT) {
      throw new TokenRefusedException(
          fault,
          "the token's " + name + " must be a number of seconds since 1970, not " + kind(json));
    }
    double value = json.getDoubleValue();
    if (!(value >= 0 && value < Long.MAX_VALUE)) {
      throw new TokenRefusedException(
          fault, "the token's " + name + " is no number of seconds since 1970");
    }
    return token == JsonToken.VALUE_NUMBER_INT ? json.getLongValue() : (long) Math.floor(value);
  }

  private static String kind(JsonParser json) {
    return switch (json.currentToken()) {
      case VALUE_STRING -> "a string";
      case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> "a number";
      case VALUE_TRUE, VALUE_FALSE -> "a boolean";
      case VALUE_NULL -> "null";
      case START_ARRAY -> "an array";
      default -> "an object";
    };
  }
}
