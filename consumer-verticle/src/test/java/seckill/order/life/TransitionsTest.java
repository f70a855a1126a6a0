package seckill.order.life;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.buffer.Buffer;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import seckill.contract.OrderStatus;

class TransitionsTest {
  private static final String ORDER = "0198c0f0-0000-7000-8000-000000000001";
  private static final String OTHER = "0198c0f0-0000-7000-8000-000000000002";

  private static HeldOrder order(OrderStatus status) {
    return new HeldOrder(1001, ORDER, Buffer.buffer("u1"), 500, status);
  }

  @ParameterizedTest
  @CsvSource({
    "CREATED, NOW",
    "PAID, REFUSED",
    "CANCELLED, BEFORE",
    "CLOSED, BEFORE",
    "REFUND_DUE, BEFORE"
  })
  @DisplayName("only an unpaid order ends, and it ends once")
  void releases(OrderStatus status, Transitions.Release release) {
    assertThat(Transitions.release(status)).isSameAs(release);
  }

  @ParameterizedTest
  @CsvSource({
    "CREATED, 500, false, PAYS",
    "PAID, 500, false, REFUND",
    "CANCELLED, 500, false, LATE",
    "CLOSED, 500, false, LATE",
    "CANCELLED, 500, true, REFUND",
    "CLOSED, 500, true, REFUND",
    "REFUND_DUE, 500, false, REFUND",
    "CREATED, 499, false, WRONG_AMOUNT",
    "PAID, 501, false, WRONG_AMOUNT",
    "CLOSED, 0, false, WRONG_AMOUNT",
    "CLOSED, 1, true, WRONG_AMOUNT"
  })
  @DisplayName("a new payment pays an unpaid order, takes a unit again, or is to be refunded")
  void receives(OrderStatus status, long amount, boolean taking, Transitions.Receipt receipt) {
    PaymentNotice notice = new PaymentNotice(ORDER, "p1", amount, "bank");
    assertThat(Transitions.receive(order(status), notice, null, taking)).isSameAs(receipt);
  }

  @ParameterizedTest
  @CsvSource({ORDER + ", 500, REPEATED", OTHER + ", 500, REUSED", ORDER + ", 499, REUSED"})
  @DisplayName("a payment's number stands for one payment, whatever became of the order")
  void remembers(String orderId, long amount, Transitions.Receipt receipt) {
    StoredPayment known = new StoredPayment("p1", orderId, amount, PaymentOutcome.PAID);
    PaymentNotice notice = new PaymentNotice(ORDER, "p1", 500, "bank");
    for (OrderStatus status :
        new OrderStatus[] {OrderStatus.CREATED, OrderStatus.PAID, OrderStatus.CLOSED}) {
      assertThat(Transitions.receive(order(status), notice, known, true)).isSameAs(receipt);
    }
  }
}
