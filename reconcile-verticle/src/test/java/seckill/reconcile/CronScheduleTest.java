package seckill.reconcile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import seckill.config.ConfigException;

class CronScheduleTest {

  @Test
  @DisplayName("the expression is Quartz, and its times are UTC")
  void readsQuartzInUtc() {
    CronSchedule nightly = CronSchedule.parse("0 0 3 * * ?");

    assertThat(nightly.after(Instant.parse("2026-11-11T02:59:59Z")))
        .contains(Instant.parse("2026-11-11T03:00:00Z"));
    assertThat(nightly.after(Instant.parse("2026-11-11T03:00:00Z")))
        .contains(Instant.parse("2026-11-12T03:00:00Z"));
  }

  @Test
  @DisplayName("an empty expression names no time")
  void emptyIsNever() {
    assertThat(CronSchedule.parse("").after(Instant.EPOCH)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"nonsense", "0 0 25 * * ?", "* * * * *", "0 0 3 * *", "0 0 3 31 2 ?"})
  @DisplayName("nonsense is refused with the name of the setting")
  void refusesNonsense(String expression) {
    assertThatThrownBy(() -> CronSchedule.parse(expression))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("reconcile.cron")
        .hasMessageNotContaining("\n");
  }
}
