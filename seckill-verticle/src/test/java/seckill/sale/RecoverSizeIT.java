package seckill.sale;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.eventbus.DeliveryOptions;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.time.Instant;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import seckill.contract.Addresses;
import seckill.testkit.TestVertx;

/**
 * Items with many orders. To measure: {@code -Dseckill.test.recoverOrders=1000000}; the time is in
 * the log.
 */
class RecoverSizeIT extends RecoverCase {
  private static final Logger LOG = LoggerFactory.getLogger(RecoverSizeIT.class);
  private static final int ORDERS = Integer.getInteger("seckill.test.recoverOrders", 20_000);
  private static final int DIGITS = 7;
  private static final int STEP = 10_000;
  private static final String ORDER_ID = "-0000-7000-8000-000000000000";

  private void load() {
    String numbers =
        IntStream.range(0, DIGITS)
            .mapToObj(
                digit ->
                    "(SELECT 0 n UNION SELECT 1 UNION SELECT 2 UNION SELECT 3 UNION SELECT 4"
                        + " UNION SELECT 5 UNION SELECT 6 UNION SELECT 7 UNION SELECT 8"
                        + " UNION SELECT 9) d"
                        + digit)
            .collect(Collectors.joining(", "));
    String number =
        IntStream.range(0, DIGITS)
            .mapToObj(digit -> "d" + digit + ".n * " + (long) Math.pow(10, digit))
            .collect(Collectors.joining(" + "));
    mysql.query(
        "INSERT INTO orders (order_id, item_id, user_id, price_cents, status, live, purchased_at,"
            + " created_at) SELECT CONCAT(LPAD(x.i, 8, '0'), '"
            + ORDER_ID
            + "'), "
            + ITEM
            + ", CONCAT('u', x.i), 1, 'CREATED', 1, UTC_TIMESTAMP(3), UTC_TIMESTAMP(3) FROM"
            + " (SELECT "
            + number
            + " i FROM "
            + numbers
            + ") x WHERE x.i < "
            + ORDERS);
    mysql.query("UPDATE seckill_item SET sold = " + ORDERS);
    // In steps, so that Redis answers the till meanwhile.
    for (int from = 0; from < ORDERS; from += STEP) {
      redis.command(
          "EVAL",
          "for i = ARGV[1], ARGV[2] - 1 do redis.call('SADD', KEYS[1], 'u' .. i)"
              + " redis.call('HSET', KEYS[2], 'u' .. i, string.format('%08d', i) .. ARGV[3]) end"
              + " redis.call('HSET', KEYS[3], 'accepted', ARGV[2])",
          "3",
          KEYS.users(),
          KEYS.receipts(),
          KEYS.item(),
          "" + from,
          "" + Math.min(from + STEP, ORDERS),
          ORDER_ID);
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  @DisplayName("every order of a large item is a holder again, whether Redis is whole or empty")
  void large(boolean empty) {
    try (Till big =
        Till.open(
            redis,
            mysql,
            Till.sale("pageSize", 1000)
                .mergeIn(
                    new JsonObject()
                        .put("mysql", new JsonObject().put("queryTimeoutMillis", 60_000))))) {
      big.sell(ITEM, ORDERS + 7);
      load();
      if (empty) {
        redis.flush();
      }
      Instant start = Instant.now();
      JsonObject reply =
          TestVertx.await(
              big.vertx
                  .eventBus()
                  .<JsonObject>request(
                      Addresses.ITEM_RECOVER,
                      Till.forItem(ITEM).put("actor", "operator"),
                      new DeliveryOptions().setSendTimeout(120_000))
                  .map(message -> message.body()));
      LOG.info(
          "recover of {} orders, {}: {} ms",
          ORDERS,
          empty ? "Redis empty" : "Redis whole",
          Duration.between(start, Instant.now()).toMillis());
      assertThat(reply.getLong("stock")).isEqualTo(7);
      assertThat(redis.number("SCARD", KEYS.users())).isEqualTo(ORDERS);
      assertThat(redis.number("HLEN", KEYS.receipts())).isEqualTo(ORDERS);
      assertThat(big.buy(ITEM, "u" + (ORDERS - 1)).orderId())
          .isEqualTo("%08d".formatted(ORDERS - 1) + ORDER_ID);
    }
  }
}
