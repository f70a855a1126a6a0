package seckill.standalone.rehearsal.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import seckill.standalone.rehearsal.chaos.Testimony.Belief;

class TestimonyTest {
  private final Testimony told = new Testimony();

  @Test
  @DisplayName("who heard yes holds that order and no other")
  void yes() {
    told.maybe("o1");
    told.yes("o1");

    assertThat(told.belief()).isEqualTo(Belief.HOLDS);
    assertThat(told.allows("o1")).isTrue();
    assertThat(told.allows("o2")).isFalse();
    assertThat(told.contradictions()).isEmpty();
  }

  @Test
  @DisplayName("who heard nothing but no holds nothing")
  void no() {
    told.no("SOLD_OUT", false);

    assertThat(told.belief()).isEqualTo(Belief.NOTHING);
    assertThat(told.allows("o1")).isFalse();
  }

  @Test
  @DisplayName("a no after an open question leaves it open: one of the ids offered may be an order")
  void maybe() {
    told.maybe("o1");
    told.no("SOLD_OUT", false);

    assertThat(told.belief()).isEqualTo(Belief.UNKNOWN);
    assertThat(told.allows("o1")).isTrue();
    assertThat(told.allows("o2")).isFalse();
  }

  @Test
  @DisplayName("after an answer that was lost any order may be theirs")
  void silence() {
    told.maybe(null);

    assertThat(told.belief()).isEqualTo(Belief.UNKNOWN);
    assertThat(told.allows("o2")).isTrue();
  }

  @Test
  @DisplayName("two orders, an order without id, and a no to who knew better are contradictions")
  void contradictions() {
    told.yes("o1");
    told.yes("o1");
    told.no("SOLD_OUT", false);
    assertThat(told.contradictions()).isEmpty();

    told.yes("o2");
    told.yes(null);
    told.no("SOLD_OUT", true);
    assertThat(told.contradictions()).hasSize(3);
    assertThat(told.order()).isEqualTo("o1");
  }

  @Test
  @DisplayName("who gave the order back holds nothing, is named it for a while, and may buy again")
  void givenBack() {
    told.yes("o1");
    told.ended("o1");
    assertThat(told.belief()).isEqualTo(Belief.NOTHING);
    assertThat(told.yes("o1")).isFalse();
    assertThat(told.belief()).isEqualTo(Belief.NOTHING);

    assertThat(told.yes("o2")).isTrue();
    assertThat(told.belief()).isEqualTo(Belief.HOLDS);
    assertThat(told.allows("o1")).isFalse();
    assertThat(told.contradictions()).isEmpty();
  }

  @Test
  @DisplayName("while it is not known whether the order has ended, it may live or not")
  void ending() {
    told.yes("o1");
    told.mayHaveEnded();
    told.no("SOLD_OUT", told.isSure());
    assertThat(told.belief()).isEqualTo(Belief.UNKNOWN);
    assertThat(told.allows("o1")).isTrue();
    assertThat(told.allows("o2")).isFalse();

    assertThat(told.yes("o2")).isTrue();
    assertThat(told.ended()).containsExactly("o1");
    assertThat(told.contradictions()).isEmpty();
  }

  @Test
  @DisplayName("a late payment may bring the order back, and a paid one does not end")
  void payment() {
    told.yes("o1");
    told.ended("o1");
    told.mayBeTakenAgain("o1");
    assertThat(told.allows("o1")).isTrue();

    told.paid("o1");
    assertThat(told.belief()).isEqualTo(Belief.HOLDS);
    assertThat(told.contradictions()).isEmpty();

    told.ended("o1");
    assertThat(told.contradictions()).hasSize(1);
  }

  @Test
  @DisplayName("only what cannot change any more ends insisting")
  void finalAnswers() {
    assertThat(Answer.of("ACCEPTED").isFinal()).isTrue();
    assertThat(Answer.of("SOLD_OUT").isFinal()).isTrue();
    assertThat(Answer.of("PENDING").isFinal()).isFalse();
    assertThat(Answer.of("PAUSED").isFinal()).isFalse();
    assertThat(Answer.of(Answer.NONE)).isEqualTo(Answer.MAYBE);
    assertThat(Answer.of(Answer.UNREACHED)).isEqualTo(Answer.NOT_NOW);
    assertThat(Answer.of("NOT_FOUND")).isEqualTo(Answer.WRONG);
  }
}
