package seckill.standalone.rehearsal.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import seckill.standalone.rehearsal.BooksOf;

class HearingTest {
  private final BooksOf books = new BooksOf(10);
  private final List<Buyer> buyers = new ArrayList<>();
  private final Map<String, String> results = new HashMap<>();

  private void buyer(String userId, String result, Consumer<Testimony> hears) {
    Testimony told = new Testimony();
    hears.accept(told);
    buyers.add(new Buyer(buyers.size(), userId, "token", 0, List.of(), told));
    if (result != null) {
      results.put(userId, result);
    }
  }

  private Hearing hearing() {
    return Hearing.of(books.read(), buyers, results);
  }

  @Test
  @DisplayName(
      "a yes that is an order, a yes that is a dead letter and a no without trace are right")
  void right() {
    books.order("a", "o1").dead("b", "o2");
    buyer("a", "o1", told -> told.yes("o1"));
    buyer("b", "o2", told -> told.yes("o2"));
    buyer("c", Inquiry.NONE, told -> told.no("SOLD_OUT", false));

    assertThat(hearing().breaches()).isEmpty();
    assertThat(hearing().lost()).isZero();
  }

  @Test
  @DisplayName("a yes without an order is lost")
  void lost() {
    buyer("a", Inquiry.NONE, told -> told.yes("o1"));

    assertThat(hearing().breaches()).hasSize(1).first().asString().contains("was told order o1");
    assertThat(hearing().lost()).isOne();
  }

  @Test
  @DisplayName("a yes whose order has another number is lost")
  void otherNumber() {
    books.order("a", "o2");
    buyer("a", "o2", told -> told.yes("o1"));

    assertThat(hearing().lost()).isOne();
  }

  @Test
  @DisplayName("a no that left an order, a unit or a message is wrong")
  void traces() {
    books.order("a", "o1").unit("b", "o2").message("c", "o3");
    buyer("a", "o1", told -> told.no("SOLD_OUT", false));
    buyer("b", Inquiry.NONE, told -> {});
    buyer("c", Inquiry.NONE, told -> told.no("SOLD_OUT", false));

    assertThat(hearing().breaches())
        .hasSize(3)
        .allMatch(breach -> breach.contains("was told no and left a trace"));
  }

  @Test
  @DisplayName("who does not know may hold what was offered or nothing, and nothing else")
  void unknown() {
    books.order("a", "o1").order("c", "o9");
    buyer("a", "o1", told -> told.maybe("o1"));
    buyer("b", Inquiry.NONE, told -> told.maybe("o2"));
    buyer("c", "o9", told -> told.maybe("o3"));

    assertThat(hearing().unknown()).isEqualTo(3);
    assertThat(hearing().breaches())
        .hasSize(1)
        .allMatch(breach -> breach.contains("c holds an order they were never told of"));
  }

  @Test
  @DisplayName("an order that was given back has ended, and its message is no trace")
  void givenBack() {
    books.ended("a", "o1").ended("b", "o2").order("b", "o3");
    buyer("a", Inquiry.NONE, told -> gaveBack(told, "o1"));
    buyer(
        "b",
        "o3",
        told -> {
          gaveBack(told, "o2");
          told.yes("o3");
        });

    assertThat(hearing().breaches()).isEmpty();
  }

  private static void gaveBack(Testimony told, String orderId) {
    told.yes(orderId);
    told.ended(orderId);
  }

  @Test
  @DisplayName("an order that was given back and lives on is wrong")
  void livesOn() {
    books.order("a", "o1");
    buyer("a", "o1", told -> gaveBack(told, "o1"));

    assertThat(hearing().breaches())
        .anyMatch(breach -> breach.contains("o1 has ended, and it has"));
  }

  @Test
  @DisplayName("a payment that was confirmed and is not in the books is wrong")
  void unpaid() {
    books.paid("a", "o1").order("b", "o2");
    for (String user : List.of("a", "b")) {
      String order = user.equals("a") ? "o1" : "o2";
      buyer(
          user,
          order,
          told -> {
            told.yes(order);
            told.paid(order);
          });
    }

    assertThat(hearing().breaches()).hasSize(1).allMatch(breach -> breach.contains("b has paid"));
  }

  @Test
  @DisplayName("a result that is not what the books say, or that never comes, is wrong")
  void results() {
    books.order("a", "o1");
    buyer("a", Inquiry.NONE, told -> told.yes("o1"));
    buyer("b", "o7", told -> told.maybe(null));
    buyer("c", null, told -> {});

    assertThat(hearing().breaches()).hasSize(3);
  }

  @Test
  @DisplayName("an order of somebody who never came is wrong")
  void stranger() {
    books.order("x", "o1");

    assertThat(hearing().breaches()).hasSize(1).allMatch(breach -> breach.contains("stranger"));
  }

  @Test
  @DisplayName("only the first few are told in words, the others are counted")
  void many() {
    for (int i = 0; i < 9; i++) {
      buyer("u" + i, Inquiry.NONE, told -> told.yes("o"));
    }

    assertThat(hearing().breaches()).hasSize(6).last().asString().contains("4 more like these");
    assertThat(hearing().lost()).isEqualTo(9);
  }
}
