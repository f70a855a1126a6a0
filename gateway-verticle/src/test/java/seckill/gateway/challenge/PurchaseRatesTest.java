package seckill.gateway.challenge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class PurchaseRatesTest {
  private static final int ITEMS = 100;

  private long now = TimeUnit.HOURS.toNanos(1);
  private final PurchaseRates rates = new PurchaseRates(ITEMS, () -> now);

  private double count(long itemId, int purchases, long everyMillis) {
    double rate = 0;
    for (int i = 0; i < purchases; i++) {
      now += TimeUnit.MILLISECONDS.toNanos(everyMillis);
      rate = rates.count(itemId);
    }
    return rate;
  }

  @Test
  @DisplayName("a steady stream is measured as it is, at any moment of the second")
  void steady() {
    count(1, 300, 10);
    for (int i = 0; i < 250; i++) {
      assertThat(count(1, 1, 10)).isCloseTo(100, within(3.0));
    }
  }

  @Test
  @DisplayName("a burst is seen at once, and forgotten two quiet seconds later")
  void burst() {
    assertThat(count(1, 50, 0)).isEqualTo(50);
    now += TimeUnit.SECONDS.toNanos(2);
    assertThat(count(1, 1, 0)).isEqualTo(1);
  }

  @Test
  @DisplayName("a burst is not doubled where one second ends and the next begins")
  void acrossTheBorder() {
    rates.count(1);
    now += TimeUnit.MILLISECONDS.toNanos(990);
    count(1, 50, 0);
    now += TimeUnit.MILLISECONDS.toNanos(20);
    assertThat(count(1, 50, 0)).isCloseTo(101, within(2.0));
  }

  @Test
  @DisplayName("items are counted apart, and only so many of them")
  void apart() {
    count(1, 50, 0);
    assertThat(count(2, 1, 0)).isEqualTo(1);
    for (long item = 3; item < 100_000; item++) {
      rates.count(item);
    }
    assertThat(rates.items()).isLessThanOrEqualTo(ITEMS);
  }
}
