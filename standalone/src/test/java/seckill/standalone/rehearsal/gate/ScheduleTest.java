package seckill.standalone.rehearsal.gate;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import seckill.contract.ItemSpec;
import seckill.standalone.rehearsal.Plan;

class ScheduleTest {
  private static final Instant NOW = Instant.parse("2026-12-01T10:00:00Z");

  @Test
  @DisplayName("registration is open at once, long enough for all, and over before the sale starts")
  void deadlines() {
    Plan plan = new Plan(2, 10, 900, 1, 1, 1, 0, Duration.ofSeconds(60));
    Schedule schedule = Schedule.of(plan, 1000, 100, NOW);

    assertThat(schedule.from()).isBefore(NOW);
    assertThat(Duration.between(NOW, schedule.until()))
        .isBetween(Duration.ofSeconds(10), Duration.ofSeconds(30));
    assertThat(schedule.start()).isAfter(schedule.until());
    ItemSpec item = schedule.item(7, "rehearsal-0", plan.stock());
    assertThat(item.gate().waitingRoom()).isTrue();
    assertThat(item.gate().reservation().until()).isEqualTo(schedule.until());
    assertThat(Duration.between(item.startAt(), item.endAt())).isGreaterThan(plan.limit());
  }
}
