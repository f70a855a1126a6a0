package seckill.order;

import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonObject;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;
import seckill.contract.OrderMessage;
import seckill.contract.Texts;

/**
 * A message that can never become an order.
 *
 * @param entry the message as delivered
 * @param verdict why
 */
record DeadLetter(StreamEntry entry, Verdict verdict) {
  /** Sizes of the columns; the copy in Redis is whole. */
  private static final int MAX_ORDER_ID_BYTES = 128;

  private static final int MAX_USER_ID_BYTES = 1024;
  private static final int MAX_REASON_CHARS = 400;
  private static final int MAX_VALUE_CHARS = 1024;
  private static final int MAX_FIELDS = 64;

  String id() {
    return entry.id();
  }

  /** The reason's name and the detail. */
  String reason() {
    return clip(verdict.reason().name() + ": " + verdict.detail(), MAX_REASON_CHARS);
  }

  /** The bytes of the order id, or {@code null} if there is none that can be read. */
  Buffer orderId() {
    return bytes(OrderMessage.ORDER_ID, MAX_ORDER_ID_BYTES);
  }

  /** The bytes of the user id, or {@code null} if there is none that can be read. */
  Buffer userId() {
    return bytes(OrderMessage.USER_ID, MAX_USER_ID_BYTES);
  }

  /** All fields as JSON, over-long ones shortened. */
  String fields() {
    JsonObject json = new JsonObject();
    for (Map.Entry<String, String> field : entry.fields().entrySet()) {
      if (json.size() == MAX_FIELDS) {
        break;
      }
      json.put(clip(field.getKey(), MAX_VALUE_CHARS), clip(field.getValue(), MAX_VALUE_CHARS));
    }
    return json.encode();
  }

  private Buffer bytes(String field, int limit) {
    String value = entry.fields().get(field);
    if (value == null || !entry.utf8() && value.indexOf(Texts.REPLACEMENT) >= 0) {
      return null;
    }
    byte[] bytes = value.getBytes(StandardCharsets.UTF_8);
    return Buffer.buffer(bytes.length > limit ? Arrays.copyOf(bytes, limit) : bytes);
  }

  private static String clip(String text, int limit) {
    if (text.length() <= limit) {
      return text;
    }
    // Never through the middle of a pair: half a character is not text.
    int end = Character.isHighSurrogate(text.charAt(limit - 2)) ? limit - 2 : limit - 1;
    return text.substring(0, end) + '…';
  }
}
