package seckill.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class OutcomeTest {

  @Test
  @DisplayName("codes and failure codes are unique, and failure codes positive")
  void codesAreUnique() {
    assertThat(Arrays.stream(Outcome.values()).map(Outcome::code)).doesNotHaveDuplicates();
    assertThat(Arrays.stream(Outcome.values()).map(Outcome::failureCode))
        .doesNotHaveDuplicates()
        .allMatch(code -> code > 0);
  }

  @ParameterizedTest
  @EnumSource
  @DisplayName("an outcome is found again by its code and by its failure code")
  void roundTrips(Outcome outcome) {
    assertThat(Outcome.ofCode(outcome.code())).isSameAs(outcome);
    assertThat(Outcome.ofFailureCode(outcome.failureCode())).isSameAs(outcome);
    // Codes travel as 16 bits in a batch reply.
    assertThat((int) (short) outcome.code()).isEqualTo(outcome.code());
  }

  @ParameterizedTest
  @ValueSource(ints = {2, -14, 99, 1000, Integer.MAX_VALUE, Integer.MIN_VALUE})
  @DisplayName("a foreign code is refused, and a foreign failure code is a fault")
  void refusesForeignCodes(int code) {
    assertThatThrownBy(() -> Outcome.ofCode(code)).isInstanceOf(IllegalArgumentException.class);
    if (code != 99) {
      assertThat(Outcome.ofFailureCode(code)).isSameAs(Outcome.INTERNAL);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "1, ACCEPTED, 202, false",
    "0, SOLD_OUT, 409, false",
    "-1, DUPLICATE, 409, false",
    "-2, NOT_FOUND, 404, false",
    "-3, NOT_STARTED, 409, true",
    "-4, ENDED, 409, false",
    "-5, PAUSED, 503, true",
    "-6, NOT_ADMITTED, 403, true",
    "-7, BUSY, 503, true",
    "-8, KEY_REUSED, 422, false",
    "-9, DEGRADED, 503, true",
    "-10, NOT_RESERVED, 403, false",
    "-11, CHALLENGE_REQUIRED, 403, true",
    "-12, CHALLENGE_INVALID, 403, true",
    "-13, LAPSE_LIMIT, 403, false",
    "4031, CHALLENGE_WRONG, 403, true",
    "4032, CHALLENGE_USED_UP, 403, true",
    "4033, CHALLENGE_EXPIRED, 403, true",
    "410, PLACE_EXPIRED, 410, false",
    "202, PENDING, 202, true",
    "400, BAD_REQUEST, 400, false",
    "401, UNAUTHENTICATED, 401, false",
    "403, FORBIDDEN, 403, false",
    "413, TOO_LARGE, 413, false",
    "4091, CONFLICT, 409, false",
    "4092, SWITCHED_OFF, 409, false",
    "429, RATE_LIMITED, 429, true"
  })
  @DisplayName("codes, names and HTTP statuses are those that clients were promised")
  void keepsItsPromise(int code, Outcome outcome, int status, boolean retryable) {
    assertThat(outcome.code()).isEqualTo(code);
    assertThat(outcome.httpStatus()).isEqualTo(status);
    assertThat(outcome.retryable()).isEqualTo(retryable);
  }
}
