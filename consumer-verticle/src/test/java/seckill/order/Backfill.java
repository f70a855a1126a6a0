package seckill.order;

import java.util.ArrayList;
import java.util.List;

/** Puts accepted orders into a stream in ways that a till does not. */
final class Backfill {
  private static final String ADD_MANY =
      "for i = ARGV[2], ARGV[2] + ARGV[3] - 1 do redis.call('XADD', KEYS[1], '*', 'order_id',"
          + " '0190a6b2-7c3d-7e4f-8a1b-' .. string.format('%012x', i), 'item_id', ARGV[1],"
          + " 'user_id', 'u' .. string.format('%.0f', i), 'price_cents', '1', 'purchased_at', '1')"
          + " end return 1";

  private Backfill() {}

  /** Accepts orders of users u{first}, … in one go. */
  static void many(Sale sale, long itemId, int first, int count) {
    sale.redis.command(
        "EVAL",
        ADD_MANY,
        "1",
        Sale.stream(itemId),
        Long.toString(itemId),
        Integer.toString(first),
        Integer.toString(count));
  }

  /** Accepts an order under a stream id of its own. */
  static void at(Sale sale, long itemId, String streamId, String userId) {
    List<String> arguments = new ArrayList<>(List.of(Sale.stream(itemId), streamId));
    Sale.fields(sale.newOrderId(), itemId, userId)
        .forEach(
            (field, value) -> {
              arguments.add(field);
              arguments.add(value);
            });
    sale.redis.command("XADD", arguments.toArray(String[]::new));
  }
}
