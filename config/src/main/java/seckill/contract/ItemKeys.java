package seckill.contract;

/**
 * The Redis keys of one item. They share one hash tag, so a script that gets any of them stays in
 * one cluster slot.
 *
 * @param item Hash: epoch, status, window, price and counters
 * @param stock String: units left, a plain decimal integer
 * @param users Set: the users who hold a unit
 * @param receipts Hash: user to first order id, with the fingerprint of the idempotency key
 * @param orders Stream: one {@link OrderMessage} per accepted purchase
 * @param dead Stream: copies of messages that could not be stored
 * @param admitted ZSet: users admitted from the waiting room, by expiry in epoch milliseconds
 */
public record ItemKeys(
    String item,
    String stock,
    String users,
    String receipts,
    String orders,
    String dead,
    String admitted) {

  static ItemKeys ofTag(String tag) {
    String prefix = "seckill:{" + tag + "}:";
    return new ItemKeys(
        prefix + "item",
        prefix + "stock",
        prefix + "users",
        prefix + "receipts",
        prefix + "orders",
        prefix + "dead",
        prefix + "admitted");
  }
}
