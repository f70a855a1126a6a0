package seckill.standalone.rehearsal;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class WitnessTest {
  private final Witness witness = new Witness(2);

  @Test
  @DisplayName("the same order told twice is no contradiction, and news only once")
  void sameOrderTwice() {
    assertThat(witness.holds(0, "a")).isTrue();
    assertThat(witness.holds(0, "a")).isFalse();
    assertThat(witness.contradictionCount()).isZero();
  }

  @Test
  @DisplayName("two orders told to one user are a contradiction")
  void twoOrders() {
    witness.holds(0, "a");
    witness.holds(0, "b");
    assertThat(witness.contradictions()).containsExactly("user 0 was told order a, then order b");
  }

  @Test
  @DisplayName("a holder who asks again and hears SOLD_OUT is a contradiction; a race is none")
  void soldOutAfterAccepted() {
    witness.holds(0, "a");
    witness.refused(0, "SOLD_OUT", false);
    assertThat(witness.contradictionCount()).isZero();

    witness.refused(0, "SOLD_OUT", true);
    assertThat(witness.contradictionCount()).isEqualTo(1);
  }
}
