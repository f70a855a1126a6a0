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

  private static final JsonFactory FACTORY =
      JsonFactory.builder()
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
    return FACTORY.createParser(bytes);
  }

  /**
   * Reads an object.
   *
   * @throws SeckillException BAD_REQUEST
   */
  public static JsonObject object(Buffer buffer) {
    Object value;
    try {
      String text =
          StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(buffer.getBytes())).toString();
      value = JacksonCodec.fromParser(FACTORY.createParser(text), Object.class);
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
