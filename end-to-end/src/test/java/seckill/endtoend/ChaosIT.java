package seckill.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.Writer;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import seckill.standalone.rehearsal.Progress;
import seckill.standalone.rehearsal.chaos.ChaosPlan;
import seckill.standalone.rehearsal.chaos.ChaosRehearsal;
import seckill.standalone.rehearsal.chaos.ChaosReport;

class ChaosIT {
  private static final ChaosPlan PLAN =
      new ChaosPlan(2, 2026, 150, 400, Duration.ofSeconds(4), Duration.ofSeconds(90));

  @Test
  @DisplayName("with everything killed, frozen and cut off, what buyers were told is what they got")
  void whatBuyersWereToldHolds() {
    Progress quiet = new Progress(new PrintWriter(Writer.nullWriter()), false);
    List<String> lines = new ArrayList<>();
    try (ChaosRehearsal rehearsal = new ChaosRehearsal(PLAN, false, quiet, Clock.systemUTC())) {
      ChaosReport report = rehearsal.run(lines::add);

      String all = String.join("\n", lines);
      assertThat(report.passes()).as(all).isTrue();
      assertThat(report.line()).as(all).startsWith("PASS rounds=2 failed=0");
      assertThat(lines).hasSize(2).allMatch(line -> line.contains(" faults=14 "));
    }
  }
}
