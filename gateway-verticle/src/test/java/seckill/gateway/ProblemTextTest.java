package seckill.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Locale;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import seckill.contract.Outcome;
import seckill.contract.PurchaseResult;

class ProblemTextTest {
  private final ProblemText english = new ProblemText(Locale.ENGLISH);

  private String detailOf(Problem problem) {
    return english.body(problem).toJsonObject().getString("detail");
  }

  @Test
  @DisplayName(
      "whoever shows a used pass and holds an order is told of the order, not to try again")
  void holdersNeedNoOtherChallenge() {
    Problem ofHolder =
        Problem.of(new PurchaseResult(Outcome.CHALLENGE_INVALID, "order-1", false, 0, 0));
    assertThat(detailOf(ofHolder)).isEqualTo(english.detail(Outcome.DUPLICATE));
    assertThat(detailOf(Problem.of(Outcome.CHALLENGE_INVALID)))
        .isEqualTo(english.detail(Outcome.CHALLENGE_INVALID));
  }
}
