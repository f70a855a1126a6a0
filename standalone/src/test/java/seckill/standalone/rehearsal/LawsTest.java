package seckill.standalone.rehearsal;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class LawsTest {
  private static final Booking A = new Booking("1-0", "order-a", "a");
  private static final Booking B = new Booking("2-0", "order-b", "b");
  private static final Booking A_AGAIN = new Booking("3-0", "order-a2", "a");

  private long stock = 1;
  private long ledger = 2;
  private Set<String> users = Set.of("a", "b");
  private Map<String, String> receipts = Map.of("a", "order-a", "b", "order-b");
  private List<Booking> acknowledged = List.of();
  private List<Booking> pending = List.of();
  private List<Booking> orders = List.of(A, B);
  private List<Booking> dead = List.of();
  private List<Booking> past = List.of();

  private ItemBooks books() {
    return new ItemBooks(
        7,
        new MySqlBooks.Ledger(3, 0, ledger),
        new RedisBooks.Page(stock, users, receipts, acknowledged, List.of(), pending, List.of()),
        orders,
        dead,
        past,
        List.of());
  }

  private List<String> breaches() {
    return Laws.breaches(books());
  }

  @Test
  @DisplayName("balanced books break no law")
  void balanced() {
    assertThat(breaches()).isEmpty();
  }

  @Test
  @DisplayName("a message on its way or a dead letter stands for its order")
  void onTheWay() {
    orders = List.of(A);
    ledger = 1;
    pending = List.of(B);
    assertThat(breaches()).isEmpty();

    pending = List.of();
    dead = List.of(B);
    assertThat(breaches()).isEmpty();
  }

  @Test
  @DisplayName("a redelivered message of a stored order is not counted twice")
  void redelivered() {
    pending = List.of(B);
    assertThat(breaches()).isEmpty();
  }

  @Test
  @DisplayName("stock below zero is a breach")
  void negativeStock() {
    stock = -1;
    assertThat(breaches()).anyMatch(breach -> breach.contains("stock in Redis is -1"));
  }

  @Test
  @DisplayName("a unit that is neither left nor held is a breach")
  void leakedUnit() {
    stock = 0;
    assertThat(breaches()).containsExactly("item 7: 3 units, but 0 are left and 2 users hold one");
  }

  @Test
  @DisplayName("a holder without order, message or dead letter is a breach, and lost")
  void lostOrder() {
    orders = List.of(A);
    ledger = 1;
    assertThat(breaches()).hasSize(1);
    assertThat(Verdict.of(List.of(books()), 2, Map.of()).line())
        .startsWith("FAIL")
        .endsWith("lost=1");
  }

  @Test
  @DisplayName("a message acknowledged before its order was stored is a breach")
  void earlyAcknowledgement() {
    orders = List.of(A);
    ledger = 1;
    acknowledged = List.of(A, B);
    assertThat(breaches()).anyMatch(breach -> breach.contains("1 messages were acknowledged"));
  }

  @Test
  @DisplayName("the message of an order that was given up was stored all the same")
  void givenUp() {
    users = Set.of("a");
    receipts = Map.of("a", "order-a");
    stock = 2;
    orders = List.of(A);
    ledger = 1;
    past = List.of(B);
    acknowledged = List.of(A, B);
    assertThat(breaches()).isEmpty();
  }

  @Test
  @DisplayName("a receipt that names another order, or that a holder lacks, is a breach")
  void receipts() {
    receipts = Map.of("a", "order-a", "b", "order-other");
    assertThat(breaches()).hasSize(1).allMatch(breach -> breach.contains("1 receipts do not name"));

    receipts = Map.of("a", "order-a");
    assertThat(breaches()).anyMatch(breach -> breach.contains("1 users have a receipt, 2 hold"));
  }

  @Test
  @DisplayName("two live orders of one user are a breach and a duplicate")
  void duplicate() {
    orders = List.of(A, B, A_AGAIN);
    ledger = 3;
    assertThat(breaches()).anyMatch(breach -> breach.contains("second ones"));
    assertThat(Verdict.of(List.of(books()), 2, Map.of()).line()).contains("duplicates=1");
  }

  @Test
  @DisplayName("a ledger over the total, or other than the orders, is a breach")
  void ledger() {
    ledger = 4;
    assertThat(breaches()).hasSize(2).allMatch(breach -> breach.contains("the ledger counts 4"));
  }

  @Test
  @DisplayName("a buyer who was told of an order that is another's, or nowhere, counts as lost")
  void toldButMissing() {
    Verdict verdict =
        Verdict.of(
            List.of(books()), 2, Map.of("a", "order-a", "b", "order-a", "c", "order-nowhere"));

    assertThat(verdict.lost()).isEqualTo(2);
    assertThat(verdict.passes()).isFalse();
  }

  @Test
  @DisplayName("right books pass, and the last line says so")
  void passes() {
    Verdict verdict = Verdict.of(List.of(books()), 2, Map.of("a", "order-a", "b", "order-b"));

    assertThat(verdict.line())
        .isEqualTo("PASS sold=2 landed=2 remaining=1 oversold=0 duplicates=0 lost=0");
  }

  @Test
  @DisplayName("fewer sold than buyers wanted is a failure even if the books balance")
  void undersold() {
    assertThat(Verdict.of(List.of(books()), 3, Map.of()).passes()).isFalse();
  }
}
