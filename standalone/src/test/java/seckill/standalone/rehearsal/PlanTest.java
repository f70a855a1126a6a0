package seckill.standalone.rehearsal;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PlanTest {
  @ParameterizedTest(name = "{0} items x {1} units, {2} users: {3}")
  @DisplayName("each item sells to its users as far as its stock goes")
  @CsvSource({"1,1000,5000,1000", "1,1000,600,600", "3,10,25,25", "3,8,25,24", "2,0,10,0"})
  void expectedSold(int items, int stock, int users, long expected) {
    Plan plan = new Plan(items, stock, users, 1, 1, 1, 0, Duration.ofSeconds(1));

    assertThat(plan.expectedSold()).isEqualTo(expected);
  }
}
