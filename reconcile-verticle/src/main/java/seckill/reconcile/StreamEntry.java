package seckill.reconcile;

import io.vertx.redis.client.Response;
import seckill.contract.OrderMessage;

/**
 * A message on its way, or a dead one, as far as the auditor needs it.
 *
 * @param id where it stands, to go on from
 * @param userId the buyer, or {@code null} if it names none
 */
record StreamEntry(String id, String userId) {

  /** Reads an entry of XRANGE. */
  static StreamEntry ofEntry(Response entry) {
    Response fields = entry.get(1);
    for (int i = 0; i + 1 < fields.size(); i += 2) {
      if (fields.get(i).toString().equals(OrderMessage.USER_ID)) {
        return new StreamEntry(entry.get(0).toString(), fields.get(i + 1).toString());
      }
    }
    return new StreamEntry(entry.get(0).toString(), null);
  }

  /** Reads an entry of {@code pending.lua}. */
  static StreamEntry ofPending(Response entry) {
    String user = entry.size() < 2 ? "" : entry.get(1).toString();
    return new StreamEntry(entry.get(0).toString(), user.isEmpty() ? null : user);
  }
}
