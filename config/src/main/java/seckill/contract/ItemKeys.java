package seckill.contract;

import java.util.List;

/**
 * The Redis keys of one item. They share one hash tag, so a script that gets any of them stays in
 * one cluster slot.
 *
 * @param item Hash: epoch, status, window, price, gate and counters
 * @param stock String: units left, a plain decimal integer
 * @param users Set: the users who hold a unit
 * @param receipts Hash: user to the order id that stands for the unit, with the fingerprint of the
 *     idempotency key, or with {@code taken.} and the number of the request by which the unit was
 *     taken again
 * @param orders Stream: one {@link OrderMessage} per accepted purchase
 * @param dead Stream: copies of messages that could not be stored
 * @param admitted ZSet: users admitted from the waiting room, by expiry in epoch milliseconds
 * @param reserved Set: the users who registered for the item
 * @param passes Hash: user to the pass of a solved challenge and its expiry, as {@code pass|millis}
 * @param queue ZSet: users in the waiting room, by their place
 * @param away ZSet: users who keep a place but did not show up when it was their turn, by place
 * @param seen ZSet: users of the waiting room, by when they last showed up, epoch milliseconds
 * @param room Hash: counters of the waiting room
 * @param barred Set: users who let too many orders lapse and may not buy any more
 * @param returned Hash: order id whose unit was given back to the number of the request for it
 */
public record ItemKeys(
    String item,
    String stock,
    String users,
    String receipts,
    String orders,
    String dead,
    String admitted,
    String reserved,
    String passes,
    String queue,
    String away,
    String seen,
    String room,
    String barred,
    String returned) {

  static ItemKeys under(String prefix) {
    return new ItemKeys(
        prefix + "item",
        prefix + "stock",
        prefix + "users",
        prefix + "receipts",
        prefix + "orders",
        prefix + "dead",
        prefix + "admitted",
        prefix + "reserved",
        prefix + "passes",
        prefix + "queue",
        prefix + "away",
        prefix + "seen",
        prefix + "room",
        prefix + "barred",
        prefix + "returned");
  }

  List<String> all() {
    return List.of(
        item, stock, users, receipts, orders, dead, admitted, reserved, passes, queue, away, seen,
        room, barred, returned);
  }
}
