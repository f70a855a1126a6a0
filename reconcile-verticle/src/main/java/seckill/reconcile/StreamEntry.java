package seckill.reconcile;

import io.vertx.redis.client.Response;
import java.util.HashMap;
import java.util.Map;
import seckill.contract.OrderMessage;
import seckill.contract.Texts;

/**
 * A message on its way, or a dead one, as far as the auditor needs it.
 *
 * @param id where it stands, to go on from
 * @param userId the buyer, or {@code null} if it names none
 * @param letterId of a dead one the id that it had in the orders stream, or {@code null}
 * @param orderId the order, or {@code null} if it is not known
 */
record StreamEntry(String id, String userId, String letterId, String orderId) {
  /** The field of a dead message that keeps its id in the orders stream. */
  private static final String STREAM_ID = "stream_id";

  /** Reads an entry of XRANGE. */
  static StreamEntry ofEntry(Response entry) {
    Response flat = entry.get(1);
    Map<String, String> fields = new HashMap<>();
    for (int i = 0; i + 1 < flat.size(); i += 2) {
      fields.put(flat.get(i).toString(), Texts.ofUtf8(flat.get(i + 1).toBytes()));
    }
    return new StreamEntry(
        entry.get(0).toString(),
        fields.get(OrderMessage.USER_ID),
        fields.get(STREAM_ID),
        fields.get(OrderMessage.ORDER_ID));
  }

  /** Reads an entry of {@code pending.lua}. */
  static StreamEntry ofPending(Response entry) {
    String user = entry.size() < 2 ? null : Texts.ofUtf8(entry.get(1).toBytes());
    return new StreamEntry(
        entry.get(0).toString(), user == null || user.isEmpty() ? null : user, null, null);
  }
}
