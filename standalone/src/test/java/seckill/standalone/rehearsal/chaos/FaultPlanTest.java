package seckill.standalone.rehearsal.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import seckill.standalone.rehearsal.chaos.Fault.Kind;

class FaultPlanTest {
  private static final Duration WINDOW = Duration.ofSeconds(8);
  private static final List<List<String>> PROCESSES =
      List.of(List.of("till", "till-2"), List.of("pen", "pen-2"), List.of("redis"));
  private static final List<String> LINKS = List.of("till>redis", "pen>redis");

  private static List<Fault> draw(long seed) {
    return FaultPlan.draw(seed, WINDOW, PROCESSES, LINKS);
  }

  @Test
  @DisplayName("the same seed gives the same faults, another seed gives others")
  void reproducible() {
    assertThat(draw(7)).isEqualTo(draw(7)).isNotEqualTo(draw(8));
  }

  @Test
  @DisplayName(
      "one process of each kind is killed, whatever the seed, and all begins in the window")
  void everythingIsKilled() {
    for (long seed : LongStream.range(0, 200).toArray()) {
      List<Fault> faults = draw(seed);
      for (List<String> kind : PROCESSES) {
        assertThat(faults)
            .filteredOn(fault -> fault.kind() == Kind.KILL && kind.contains(fault.target()))
            .as("seed %d", seed)
            .hasSize(1);
      }
      assertThat(faults)
          .isSortedAccordingTo((a, b) -> Long.compare(a.atMillis(), b.atMillis()))
          .allMatch(fault -> fault.atMillis() < WINDOW.toMillis());
    }
  }

  @Test
  @DisplayName("every kind of fault hits every target it can, over enough seeds")
  void everyTargetIsHit() {
    List<Fault> all =
        LongStream.range(0, 200).boxed().flatMap(seed -> draw(seed).stream()).toList();
    for (Kind kind : Kind.values()) {
      List<String> targets =
          kind == Kind.KILL || kind == Kind.FREEZE
              ? PROCESSES.stream().flatMap(List::stream).toList()
              : LINKS;
      assertThat(all.stream().filter(fault -> fault.kind() == kind).map(Fault::target).distinct())
          .containsExactlyInAnyOrderElementsOf(targets);
    }
  }

  @Test
  @DisplayName("a fault says what happens to whom, when and for how long")
  void inWords() {
    assertThat(new Fault(1200, Kind.FREEZE, "redis", 300))
        .hasToString("freeze redis at 1200 ms for 300 ms");
  }
}
