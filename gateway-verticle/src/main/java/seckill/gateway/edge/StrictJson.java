package seckill.gateway.edge;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.DecodeException;
import io.vertx.core.json.JsonObject;
import io.vertx.core.json.jackson.JacksonCodec;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import seckill.contract.SeckillException;

/**
 * Reads JSON from outside by one meaning only: UTF-8 without a byte order mark, no duplicate keys,
 * nothing after the value, little nesting.
 */
public final class StrictJson {
  private static final int MAX_DEPTH = 16;
  private static final int MAX_NUMBER_DIGITS = 40;

  /** What broken UTF-8 becomes; it may also stand in a text that is whole. */
  private static final char REPLACEMENT = '\uFFFD';

  // Without the table of field names: it is shared and copied by whoever meets a new name, so that
  // random names of strangers would cost hundreds of times what they send.
  private static final JsonFactory FACTORY =
      JsonFactory.builder()
          .disable(JsonFactory.Feature.CANONICALIZE_FIELD_NAMES)
          .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .streamReadConstraints(
              StreamReadConstraints.builder()
                  .maxNestingDepth(MAX_DEPTH)
                  .maxNumberLength(MAX_NUMBER_DIGITS)
                  .build())
          .build();

  private StrictJson() {}

  /** A streaming parser with the same rules. */
  public static JsonParser parser(byte[] bytes) throws IOException {
    // Given bytes, the parser would take UTF-16 and UTF-32 for right, too.
    return FACTORY.createParser(utf8(bytes));
  }

  private static String utf8(byte[] bytes) throws CharacterCodingException {
    String text = new String(bytes, StandardCharsets.UTF_8);
    return text.indexOf(REPLACEMENT) < 0
        ? text
        : StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
  }

  /**
   * Reads an object.
   *
   * @throws SeckillException BAD_REQUEST
   */
  public static JsonObject object(Buffer buffer) {
    Object value;
    try {
      value = JacksonCodec.fromParser(parser(buffer.getBytes()), Object.class);
    } catch (CharacterCodingException e) {
      throw SeckillException.badRequest("the body is not UTF-8");
    } catch (IOException | DecodeException e) {
      throw SeckillException.badRequest("the body is not JSON, or has a key twice");
    }
    if (value instanceof JsonObject object) {
      return object;
    }
    throw SeckillException.badRequest("the body must be a JSON object");
  }
}
