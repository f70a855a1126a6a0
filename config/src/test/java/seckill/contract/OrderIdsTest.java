package seckill.contract;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

class OrderIdsTest {
  private static final long NOW = Instant.parse("2026-12-01T02:00:00Z").toEpochMilli();

  /** A clock that is set by hand. */
  private static final class HandClock extends Clock {
    private long millis = NOW;

    @Override
    public ZoneOffset getZone() {
      return ZoneOffset.UTC;
    }

    @Override
    public Clock withZone(ZoneId zone) {
      return this;
    }

    @Override
    public Instant instant() {
      return Instant.ofEpochMilli(millis);
    }

    @Override
    public long millis() {
      return millis;
    }
  }

  @Test
  @DisplayName(
      "ids of equal instances stay distinct through clock steps back and restarts in one ms")
  void idsNeverRepeat() {
    int instances = 4;
    int perInstance = 20_000;
    HandClock clock = new HandClock();
    List<OrderIds> generators = new ArrayList<>();
    for (int i = 0; i < instances; i++) {
      generators.add(new OrderIds(clock));
    }
    Set<String> seen = new HashSet<>();
    for (int n = 0; n < perInstance; n++) {
      switch (n) {
        case 5_000 -> clock.millis -= 5;
        case 10_000 -> clock.millis -= 5_000;
        case 15_000 -> generators.replaceAll(old -> new OrderIds(clock));
        default -> clock.millis += n % 100 == 0 ? 1 : 0;
      }
      generators.forEach(generator -> seen.add(generator.next()));
    }
    assertThat(seen).hasSize(instances * perInstance).allMatch(OrderIds::isValid);
  }

  @Test
  @DisplayName("an id is a UUID of version 7 that tells the time it was made at")
  void idsAreVersion7() {
    HandClock clock = new HandClock();
    OrderIds ids = new OrderIds(clock);
    for (int i = 0; i < 1_000; i++) {
      clock.millis += 977;
      String id = ids.next();
      UUID uuid = UUID.fromString(id);
      assertThat(uuid.version()).isEqualTo(7);
      assertThat(uuid.variant()).isEqualTo(2);
      assertThat(uuid.toString()).isEqualTo(id);
      assertThat(OrderIds.millisOf(id)).isEqualTo(clock.millis);
    }
  }

  @Test
  @DisplayName("every random bit of an id is used")
  void usesAllBits() {
    OrderIds ids = new OrderIds(new HandClock());
    long high = 0;
    long low = 0;
    for (int i = 0; i < 1_000; i++) {
      UUID uuid = UUID.fromString(ids.next());
      high |= uuid.getMostSignificantBits();
      low |= uuid.getLeastSignificantBits();
    }
    assertThat(high & 0xfff).isEqualTo(0xfff);
    assertThat(low & 0x3fff_ffff_ffff_ffffL).isEqualTo(0x3fff_ffff_ffff_ffffL);
  }

  @ParameterizedTest
  @NullSource
  @ValueSource(
      strings = {
        "",
        "0190a3f0-0000-7000-8000-00000000000",
        "0190a3f0-0000-7000-8000-0000000000000",
        "0190A3F0-0000-7000-8000-000000000000",
        "0190a3f0-0000-7000-8000-00000000000g",
        "0190a3f000000-7000-8000-000000000000",
        "{190a3f0-0000-7000-8000-00000000000}",
        " 190a3f0-0000-7000-8000-000000000000",
        "0190a3f0-0000-7000-8000-00000000000\n",
        "０190a3f0-0000-7000-8000-000000000000"
      })
  @DisplayName("every other spelling of an order id is refused")
  void refusesOtherSpellings(String text) {
    assertThat(OrderIds.isValid(text)).isFalse();
    IdsTest.assertBadRequest(() -> OrderIds.require(text));
  }

  @Test
  @DisplayName("a client's own UUID of another version is an order id too")
  void takesAnyVersion() {
    String id = UUID.randomUUID().toString();
    assertThat(OrderIds.require(id)).isSameAs(id);
  }
}
