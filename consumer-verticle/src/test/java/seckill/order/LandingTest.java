package seckill.order;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.buffer.Buffer;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ThreadLocalRandom;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import seckill.contract.OrderMessage;

class LandingTest {
  private static final long ITEM = 1001;
  private final KnownOrders known = new KnownOrders();

  private static OrderMessage order(String orderId, String userId) {
    return new OrderMessage(orderId, ITEM, userId, 1, 1, "");
  }

  private Landing land(long room, OrderMessage... orders) {
    return new Landing(ITEM, Arrays.asList(orders), known, room);
  }

  private static List<DeadReason> reasons(Landing landing) {
    return landing.verdicts().stream().map(Verdict::reason).toList();
  }

  @Test
  @DisplayName("an order that is there already takes no room, even when none is left")
  void knownOrderTakesNoRoom() {
    known.addOrder("o1", ITEM, Buffer.buffer("u1"));
    known.addHolder(Buffer.buffer("u1"), "o1");

    Landing landing = land(1, order("o1", "u1"), order("o2", "u2"), order("o3", "u3"));

    assertThat(reasons(landing)).containsExactly(null, null, DeadReason.OVERSOLD);
    assertThat(landing.missing()).extracting(OrderMessage::orderId).containsExactly("o2");
    assertThat(landing.found()).isEqualTo(1);
  }

  @Test
  @DisplayName("within a batch the first order of a user wins, and its repetition is a success")
  void firstOrderWins() {
    Landing landing =
        land(9, order("o1", "u1"), order("o2", "u1"), order("o1", "u1"), order("o1", "u2"));

    assertThat(reasons(landing))
        .containsExactly(null, DeadReason.DUPLICATE_USER, null, DeadReason.ORDER_ID_REUSED);
    assertThat(landing.missing()).hasSize(1);
  }

  @Test
  @DisplayName("an order id of another item is not this item's order")
  void orderIdOfAnotherItem() {
    known.addOrder("o1", 1002, Buffer.buffer("u1"));

    assertThat(reasons(land(9, order("o1", "u1")))).containsExactly(DeadReason.ORDER_ID_REUSED);
  }

  @Test
  @DisplayName("a ledger that is over its total already takes nothing")
  void overfullLedger() {
    assertThat(reasons(land(-5, order("o1", "u1")))).containsExactly(DeadReason.OVERSOLD);
    assertThat(reasons(land(Landing.NO_ITEM, order("o1", "u1"))))
        .containsExactly(DeadReason.ITEM_UNKNOWN);
  }

  @RepeatedTest(20)
  @DisplayName("whatever comes: no more than the room, one order per user, one verdict per order")
  void neverMoreThanTheRoom() {
    long seed = ThreadLocalRandom.current().nextLong();
    Random random = new Random(seed);
    int room = random.nextInt(20);
    OrderMessage[] orders = new OrderMessage[60];
    for (int i = 0; i < orders.length; i++) {
      orders[i] = order("o" + random.nextInt(40), "u" + random.nextInt(30));
    }

    Landing landing = land(room, orders);

    assertThat(landing.verdicts()).as("seed %d", seed).hasSize(orders.length);
    assertThat(landing.missing()).as("seed %d", seed).hasSizeLessThanOrEqualTo(room);
    assertThat(landing.missing()).extracting(OrderMessage::userId).doesNotHaveDuplicates();
    assertThat(landing.missing()).extracting(OrderMessage::orderId).doesNotHaveDuplicates();
  }
}
