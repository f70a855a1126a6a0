package seckill.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.time.LocalDateTime;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class LastingGapsTest {

  @Test
  @DisplayName("of two different leaks only the part that both have lasted")
  void keepsTheCommonPart() {
    assertThat(findings(look(100, 50, 40, 40, 40), look(100, 57, 40, 40, 40)))
        .singleElement()
        .satisfies(
            finding -> {
              assertThat(finding.kind()).isEqualTo(FindingKind.STOCK_LEAK);
              assertThat(finding.count()).isEqualTo(3);
            });
  }

  @Test
  @DisplayName("a leak that turned into its opposite is no finding")
  void forgetsWhatTurnedRound() {
    assertThat(findings(look(100, 50, 40, 40, 40), look(100, 65, 40, 40, 40))).isEmpty();
  }

  @Test
  @DisplayName("rows that vanished explain as much of the ledger as users were lost")
  void explainsTheLedgerByLosses() {
    assertThat(findings(look(100, 60, 40, 38, 40), look(100, 60, 40, 38, 40), "u1", "u2"))
        .extracting(Finding::kind)
        .containsExactly(FindingKind.LOST);
    assertThat(findings(look(100, 60, 40, 38, 40), look(100, 60, 40, 38, 40), "u1"))
        .extracting(Finding::kind)
        .containsExactly(FindingKind.LOST, FindingKind.SOLD_DIFFERS);
  }

  @Test
  @DisplayName("names beyond the limit are counted exactly and not held")
  void countsBeyondTheLimit() {
    Names names = new Names(2);
    List.of("c", "a", "b", "a").forEach(user -> names.add(user, ""));

    assertThat(names.count()).isEqualTo(3);
    assertThat(names.users()).containsExactly("a", "c");
    assertThat(names.stillIn(new Names(2)).count()).isZero();
  }

  private static List<Finding> findings(Reading first, Reading second, String... lost) {
    return LastingGaps.between(inspection(first, lost), inspection(second, lost))
        .findings(10, List.of());
  }

  private static Inspection inspection(Reading reading, String... lost) {
    Names names = new Names(10);
    List.of(lost).forEach(user -> names.add(user, "o-" + user));
    return Inspection.now(
        1,
        reading,
        new NameGaps(names, new Names(10), new Names(10)),
        SideGaps.none(),
        Instant.EPOCH);
  }

  private static Reading look(long total, long remaining, long users, long orders, long sold) {
    RedisSnapshot redis =
        new RedisSnapshot(
            true, remaining, users, users, 0, "0-0", "0-0", 0, 0, 0, 0, 0, 1, total, 0, "", false);
    OrderCounts counts = new OrderCounts(orders, 0, 0, 0);
    Waiting nothing = new Waiting(0, 0, 0);
    Ledger ledger =
        new Ledger(
            total, 0, sold, counts, nothing, 1, 100, LocalDateTime.of(2100, 1, 1, 0, 0), false);
    Numbers numbers = new Numbers(total, 0, remaining, users, 0, 0, 0, sold, counts, nothing);
    return new Reading(redis, ledger, redis, numbers, 3_600_000);
  }
}
