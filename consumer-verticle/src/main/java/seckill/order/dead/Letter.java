package seckill.order.dead;

import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.DecodeException;
import io.vertx.core.json.JsonObject;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import seckill.contract.OrderIds;
import seckill.contract.Texts;
import seckill.contract.UserIds;

/**
 * A dead letter as the books hold it.
 *
 * @param id its number
 * @param itemId the item in whose stream it stood
 * @param streamId of the message, when it was buried
 * @param orderBytes what it gave as its order id, or {@code null}
 * @param userBytes what it gave as its user id, or {@code null}
 * @param fields all that it said, as JSON, over-long values shortened
 * @param reason the name of a reason, a colon and the detail
 * @param intent the action that was begun and a mark of the try, or {@code null}
 */
record Letter(
    long id,
    long itemId,
    String streamId,
    Buffer orderBytes,
    Buffer userBytes,
    String fields,
    String reason,
    int deliveries,
    LetterState state,
    String intent,
    Instant createdAt) {

  private static final String SEPARATOR = ": ";

  /** The order, or {@code null} if it names none that could be. */
  String orderId() {
    String text = text(orderBytes);
    return OrderIds.isValid(text) ? text : null;
  }

  /** The user, or {@code null} if it names none that could be. */
  String userId() {
    String text = text(userBytes);
    return UserIds.isValid(text) ? text : null;
  }

  /** Whether the till may hold a unit for it. */
  boolean mayHoldUnit() {
    return orderId() != null && userId() != null;
  }

  String reasonName() {
    int end = reason.indexOf(SEPARATOR);
    return end < 0 ? reason : reason.substring(0, end);
  }

  /** Names and values of the message, one after the other. */
  List<String> parts() {
    List<String> parts = new ArrayList<>();
    said()
        .forEach(
            field -> {
              parts.add(field.getKey());
              parts.add(String.valueOf(field.getValue()));
            });
    return parts;
  }

  private JsonObject said() {
    try {
      return new JsonObject(fields);
    } catch (DecodeException e) {
      return new JsonObject().put("unreadable", fields);
    }
  }

  JsonObject toJson() {
    int end = reason.indexOf(SEPARATOR);
    JsonObject json =
        new JsonObject()
            .put("id", Long.toString(id))
            .put("itemId", Long.toString(itemId))
            .put("state", state.name())
            .put("reason", reasonName())
            .put("detail", end < 0 ? "" : reason.substring(end + SEPARATOR.length()))
            .put("deliveries", deliveries)
            .put("streamId", streamId)
            .put("fields", said())
            .put("createdAt", createdAt.toString());
    if (orderId() != null) {
      json.put("orderId", orderId());
    }
    if (userId() != null) {
      json.put("userId", userId());
    }
    if (state == LetterState.OPEN && intent != null) {
      json.put("begun", intent.substring(0, intent.indexOf(' ')));
    }
    return json;
  }

  private static String text(Buffer bytes) {
    return bytes == null ? null : Texts.ofUtf8(bytes.getBytes());
  }
}
